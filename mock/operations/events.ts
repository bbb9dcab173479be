import { defaultDialect, type CompleteDialect } from '../../generated/dialect'
import { jsonAnswer } from '../http/answer'
import { isSameJson } from '../http/json-value'
import { refuse } from '../http/refusal'
import { bodyLimits, readJson } from '../http/request-body'
import { eventJson } from '../http/resource-json'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import { flatText } from '../settings/text-bytes'
import type { StoredEvent } from '../store/records'
import { listAnswer } from './list-answer'
import { documentedField, idempotencyField, idempotencyKey, idempotencyMismatch } from './idempotency'
import type { OperationHandler } from './operation'

const rules = bodyRules('createEvent')

/** EV-1 to EV-13, DL-1, DL-6. */
export const createEvent: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { additions, dialect, clock, ids, limits } = settings
  const { value, raw = 'null' } = await readJson(headers, read, bodyLimits(settings), 'data')
  const body = validBody(value, rules, dialect, bodyExceptions(dialect))
  refuseLongType(body.type, dialect)
  const idempotency = idempotencyKey(body, headers, dialect)

  const now = clock.now()
  const id = ids('evt')
  const created = additions.timestamp(now)
  const json = flatText(eventJson({ id, type: body.type, created, data: raw }, settings))
  const event: StoredEvent = { id, mode, type: body.type, created, json, idempotencyKey: idempotency }
  const {
    event: kept,
    replayed,
    deliveries,
  } = await state.store.ingest({
    event,
    now,
    idempotency:
      idempotency === undefined
        ? undefined
        : { scope: `${mode} createEvent`, key: idempotency, expiresAt: now + limits.idempotencyWindow },
    deliver: mode === 'live',
  })
  if (deliveries > 0) state.dispatcher.wake()
  const about = { place: 'event', fields: fieldsOf(kept) } as const
  if (!replayed) return jsonAnswer(dialect.createEventStatus, kept.json, about)

  if (dialect.idempotencyMismatch !== 'original') {
    const original = JSON.parse(kept.json) as { type: string; data: unknown }
    if (original.type !== body.type || !isSameJson(original.data, body.data)) {
      throw idempotencyMismatch(idempotency, dialect)
    }
  }
  const answer = jsonAnswer(dialect.replayEventStatus, kept.json, { ...about, replayed: true })
  const { replayHeader: mark } = dialect
  if (mark) answer.headers[mark.name.toLowerCase()] = mark.value
  return answer
}

/** The fields of an event that further headers may copy. */
const fieldsOf = ({ id, type, created }: StoredEvent) => ({ id, type, created })

/** OQ-32: the longest type of the dialect. */
function refuseLongType(type: string, { maxTypeLength: most }: CompleteDialect): void {
  // A character takes one or two units: most types are too short to be counted.
  if (most === null || type.length <= most || Array.from(type).length <= most) return
  const message = `type must be at most ${most} characters long.`
  const pointer = '#/components/schemas/EventTypeName/maxLength'
  throw refuse('longType', message, { param: 'type', value: type, pointer })
}

/** OQ-01, OQ-21, OQ-22, OQ-32: where the body of an event follows the dialect instead of the document. */
function bodyExceptions(dialect: CompleteDialect): BodyExceptions | undefined {
  const field = idempotencyField(dialect)
  const acceptsAnyData = dialect.nonObjectData === 'accept'
  const acceptsEmptyKey = dialect.emptyIdempotencyKey === 'ignore'
  const acceptsEmptyType = dialect.emptyType === 'accept'
  const acceptsLongType = dialect.maxTypeLength !== defaultDialect.maxTypeLength
  const isDocumented = field === documentedField && !acceptsAnyData && !acceptsEmptyKey
  if (isDocumented && !acceptsEmptyType && !acceptsLongType) return undefined
  const others = rules.fields.filter((name) => name !== documentedField)
  return {
    accepts: ({ instancePath, keyword }) =>
      (instancePath === '/data' && keyword === 'type' && acceptsAnyData) ||
      (instancePath === '/type' && keyword === 'maxLength' && acceptsLongType) ||
      (instancePath === '/type' && keyword === 'minLength' && acceptsEmptyType) ||
      (instancePath === `/${documentedField}` &&
        (field !== documentedField || (keyword === 'minLength' && acceptsEmptyKey))),
    fields: field === null ? others : [...others, field],
  }
}

/** PG-1 to PG-9. */
export const listEvents: OperationHandler = ({ query, key: { mode } }, settings, { store }) =>
  listAnswer(
    query,
    {
      place: { list: 'events', mode, epoch: store.epoch() },
      read: (page) => store.events(mode, page),
      write: (event) => event.json,
    },
    settings,
  )

/** ER-4, AU-11. */
export const retrieveEvent: OperationHandler = async ({ params, key: { mode } }, _settings, state) => {
  const event = await state.store.event(mode, params.id ?? '')
  if (!event) throw refuse('unknownEvent', 'No event has this id.', { value: params.id })
  return jsonAnswer(200, event.json, { place: 'event', fields: fieldsOf(event) })
}

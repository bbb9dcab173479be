import type { CompleteDialect } from '../../generated/dialect'
import { deliveryBody } from '../deliveries/body'
import { jsonAnswer } from '../http/answer'
import { isSameJson } from '../http/json-value'
import { pageJson, pageQuery } from '../http/paging'
import { notFound } from '../http/refusal'
import { bodyLimits, readJson } from '../http/request-body'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import type { StoredEvent } from '../store/store'
import { documentedField, idempotencyField, idempotencyKey, idempotencyMismatch } from './idempotency'
import type { OperationHandler } from './operation'

const rules = bodyRules('createEvent')

/** EV-1 to EV-13, DL-1, DL-6. */
export const createEvent: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { dialect, clock, ids, limits } = settings
  const { value, raw = 'null' } = await readJson(headers, read, bodyLimits(settings), 'data')
  const body = validBody(value, rules, dialect, bodyExceptions(dialect))
  const idempotency = idempotencyKey(body, headers, dialect)

  const now = clock.now()
  const id = ids('evt')
  const created = new Date(now).toISOString()
  const type = JSON.stringify(body.type)
  const json = `{"id":"${id}","type":${type},"created":"${created}","data":${raw}}`
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
    delivery: mode === 'live' ? deliveryBody(event, dialect.deliveryBody, raw) : undefined,
  })
  if (deliveries > 0) state.dispatcher.wake()
  if (!replayed) return jsonAnswer(dialect.createEventStatus, kept.json)

  if (dialect.idempotencyMismatch !== 'original') {
    const original = JSON.parse(kept.json) as { type: string; data: unknown }
    if (original.type !== body.type || !isSameJson(original.data, body.data)) {
      throw idempotencyMismatch(dialect)
    }
  }
  const answer = jsonAnswer(dialect.replayEventStatus, kept.json)
  answer.headers['idempotency-replayed'] = 'true'
  return answer
}

/** OQ-01, OQ-21, OQ-22: where the body of an event follows the dialect instead of the document. */
function bodyExceptions(dialect: CompleteDialect): BodyExceptions | undefined {
  const field = idempotencyField(dialect)
  const acceptsAnyData = dialect.nonObjectData === 'accept'
  if (field === documentedField && !acceptsAnyData) return undefined
  const others = rules.fields.filter((name) => name !== documentedField)
  return {
    accepts: ({ instancePath, keyword }) =>
      (instancePath === '/data' && keyword === 'type' && acceptsAnyData) ||
      (instancePath === `/${documentedField}` && field !== documentedField),
    fields: field === null ? others : [...others, field],
  }
}

/** PG-1 to PG-9. */
export const listEvents: OperationHandler = async ({ query, key: { mode } }, { dialect }, state) => {
  const { items, next } = await state.store.events(mode, pageQuery(query, 'events', mode, dialect))
  return jsonAnswer(200, pageJson({ items: items.map(({ json }) => json), next }, 'events', mode, dialect))
}

/** ER-4, AU-11. */
export const retrieveEvent: OperationHandler = async ({ params, key: { mode } }, _settings, state) => {
  const event = await state.store.event(mode, params.id ?? '')
  if (!event) throw notFound('No event has this id.')
  return jsonAnswer(200, event.json)
}

import { jsonAnswer } from '../http/answer'
import { isSameJson } from '../http/json-value'
import { refuse } from '../http/refusal'
import { eventJson } from '../http/resource-json'
import { flatText } from '../settings/text-bytes'
import { createEventScope, type StoredEvent } from '../store/records'
import { listAnswer } from './list-answer'
import { idempotencyMismatch } from './idempotency'
import type { OperationHandler } from './operation'
import { readEvent } from './read-event'

/** EV-1 to EV-13, DL-1, DL-6. */
export const createEvent: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { additions, dialect, clock, ids, limits } = settings
  const { body, raw, idempotency } = await readEvent(headers, read, settings)

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
        : { scope: createEventScope[mode], key: idempotency, expiresAt: now + limits.idempotencyWindow },
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

/** PG-1 to PG-9. */
export const listEvents: OperationHandler = ({ search, key: { mode } }, settings, { store }) =>
  listAnswer(
    search,
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
  return jsonAnswer(200, event.json, { place: 'retrieval', fields: fieldsOf(event) })
}

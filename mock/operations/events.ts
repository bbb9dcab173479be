import type { CompleteDialect } from '../../generated/dialect'
import { jsonAnswer, type Answer } from '../http/answer'
import { isSameJson } from '../http/json-value'
import { refuse } from '../http/refusal'
import { readJson, type JsonBody } from '../http/request-body'
import { eventJson } from '../http/resource-json'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import { flatText } from '../settings/memory'
import { createEventScope, type StoredEvent } from '../store/records'
import type { IngestResult } from '../store/store'
import { listAnswer } from './list-answer'
import type { OperationHandler } from './operation'
import { idempotencyMismatch, requestedEvent, type RequestedEvent } from './event-input'

/** EV-1 to EV-13, DL-1, DL-6, DL-8. */
const createEvent: OperationHandler = ({ headers, read, key: { mode } }, settings, state) => {
  const { additions, clock, dialect, ids, limits } = settings
  const create = (sent: JsonBody) => {
    const requested = requestedEvent(sent, headers, settings)
    const answer = ({ event, replayed, deliveries }: IngestResult) => {
      if (deliveries > 0) state.dispatcher.wake()
      if (replayed) return replayOf(event, requested, settings, state)
      const { id, type, created } = event
      const about = { kind: 'event', fields: { id, type, created } } as const
      return jsonAnswer(dialect.createEventStatus, event.json, about)
    }
    const { type } = requested.body
    const { idempotency: key } = requested
    const now = clock.now()
    const id = ids('evt')
    const created = additions.timestamp(now)
    const json = flatText(eventJson({ id, type, created, data: requested.raw }, settings))
    const expiresAt = now + limits.idempotencyWindow
    const ingested = state.store.ingest({
      event: { id, mode, type, created, json, idempotencyKey: key },
      now,
      idempotency: key === undefined ? undefined : { scope: createEventScope[mode], key, expiresAt },
      deliver: mode === 'live' || dialect.testDeliveries === 'test-webhooks',
      patterns: dialect.typePatterns === 'literal' ? [] : patternsOf(type, dialect.typePatterns),
    })
    return ingested instanceof Promise ? ingested.then(answer) : answer(ingested)
  }
  const json = readJson(headers, read, settings.bodyLimits, 'data')
  return json instanceof Promise ? json.then(create) : create(json)
}

/** OQ-24: the patterns that a type matches. */
function patternsOf(type: string, means: CompleteDialect['typePatterns']): string[] {
  const dots = [...type.matchAll(/\./g)].map(({ index }) => index)
  return (means === 'segment' ? dots.slice(-1) : dots).map((dot) => `${type.slice(0, dot)}.*`)
}

/**
 * The answer to a repetition: the original event or, where the two differ and the dialect says so, a refusal. An original that is
 * returned for another body hides that an event was lost, so the journal says it.
 */
function replayOf(
  original: StoredEvent,
  { body, idempotency }: RequestedEvent,
  { dialect, idempotencyPlaces }: Settings,
  { journal, secrets }: State,
): Answer {
  const { id, type, created, json } = original
  const { data } = JSON.parse(json) as RequestedEvent['body']
  if (type !== body.type || !isSameJson(data, body.data)) {
    if (dialect.idempotencyMismatch !== 'original') throw idempotencyMismatch(idempotency, idempotencyPlaces)
    const [sent, first] = [body.type, type].map((name) => JSON.stringify(name))
    const difference =
      type === body.type ? `other data of the type ${sent}` : `the type ${sent}, not ${first}`
    const message = `The idempotency key ${JSON.stringify(idempotency)} came again with ${difference}: the answer was the event ${id} of its first request, and no event was created. Give each event a key of its own.`
    journal.addNotice('idempotency-key-reused', secrets.redact(message))
  }
  const about = { kind: 'event', fields: { id, type, created }, replayed: true } as const
  const answer = jsonAnswer(dialect.replayEventStatus, json, about)
  const { replayHeader: mark } = dialect
  if (mark) answer.headers[mark.name.toLowerCase()] = mark.value
  return answer
}

/** PG-1 to PG-9. */
const listEvents: OperationHandler = ({ search, key: { mode } }, settings, { store }) =>
  listAnswer(
    search,
    {
      scope: { list: 'events', mode, epoch: store.epoch() },
      read: (page) => store.events(mode, page),
      write: (event) => event.json,
    },
    settings,
  )

/** ER-4, AU-11. */
const retrieveEvent: OperationHandler = async ({ params, key: { mode } }, _settings, state) => {
  const event = await state.store.event(mode, params.id ?? '')
  if (!event) throw refuse('unknownEvent', { value: params.id })
  const { id, type, created, json } = event
  return jsonAnswer(200, json, { kind: 'retrieval', fields: { id, type, created } })
}

/** The handlers of the operations on events, by their ids. */
export const eventHandlers = { listEvents, createEvent, retrieveEvent }

import { type DeliveryEdit, editedParts } from '../deliveries/send'
import { invalidRequest, Refusal } from '../http/refusal'
import { inTurns, nextTurn } from '../settings/turn'
import type { State } from '../state/state'
import type { FailedDelivery } from '../store/attempts'
import type { StoredEvent } from '../store/records'
import { eventItems } from './event-page'
import { objectOf } from './fields'
import { listAnswer, type Listing, listingOf, listParameters, timesFrom } from './listing'
import { type ControlRoutes, json, route } from './route'
import { anything, count, id, listOf, named, pageOf, scannedPageOf, text, time } from './schemas'
import { repeatedDelivery } from './repeated-delivery'
import { deliveryStates, shownDeliveries } from './shown-delivery'
import { streamedJson } from './streamed-json'

/** Lists deliveries and the attempts to make them, and makes further ones: at once, edited, or for all that failed. */
export function deliveryRoutes(): ControlRoutes {
  return {
    'GET /attempts': route({
      title: 'Lists the attempts to deliver that the journal keeps, oldest first',
      answers: { 200: json(pageOf(named('Attempt'))) },
      handle: (_request, { journal }) =>
        streamedJson({ data: inTurns(journal.shownDeliveries()), hasMore: false, nextCursor: null }),
    }),
    'GET /deliveries': route({
      title: 'Lists the deliveries of live events, those of the newest event first',
      query: { ...listParameters, 'state?': { enum: deliveryStates }, 'event?': id, 'webhook?': id },
      answers: { 200: json(scannedPageOf(named('Delivery'))) },
      async handle({ query }, state) {
        const listing = listingOf(query)
        const event = query.event ?? (await eventOf(query.id, state))
        const itemsOf = (events: readonly StoredEvent[]) => deliveriesAsked(events, query, listing, state)
        if (event === undefined) {
          const page = await eventItems(state.store, { ...listing, mode: 'live' }, itemsOf)
          return listAnswer(page.items, page.nextCursor, page.scanned)
        }
        const known = await state.store.event('live', event)
        const found = known ? (await itemsOf([known])).flat() : []
        const shown = found.map(({ json }) => json)
        return listAnswer(shown, null)
      },
    }),
    'POST /deliveries/:id/attempt': route({
      title: 'Makes a delivery that waits due now, and one that is over for once more',
      more: 'Any process may be asked, whichever made the delivery. Two that ask at once get one attempt',
      answers: { 200: json(named('Sent')) },
      async handle({ params: { id = '' } }, state) {
        const { delivery, pending, isSingle } = await repeatedDelivery(id, state)
        const { eventId: event, webhookId: webhook, attempts } = delivery
        if (isSingle) {
          refuseWithoutWorker(state)
          state.dispatcher.resend({ delivery })
          return { id, event, webhook, attempt: attempts + 1, sent: 'once' }
        }
        const now = state.settings.clock.now()
        const made = pending?.claimed
          ? undefined
          : (await state.store.sendAgain([{ id, attempts, dueAt: now }], now)).get(id)
        if (!made) throw underWay()
        state.dispatcher.wake()
        return { id, event, webhook, attempt: attempts + 1, sent: made.resent ? 'once' : 'by-schedule' }
      },
    }),
    'POST /deliveries/:id/resend': route({
      title: 'Sends a delivery once more, also with another body and other headers, signed anew',
      body: {
        'body?': { ...text, title: 'a string: the text that is sent' },
        'headers?': {
          type: 'object',
          additionalProperties: anything,
          title: 'an object of header names and their values',
          description: 'A header whose value is null is left out.',
        },
      },
      answers: { 200: json(named('Sent')) },
      async handle({ params: { id = '' }, body: { body, headers } }, state) {
        const edit: DeliveryEdit = { ...(body !== undefined && { body }), ...editedHeaders(headers) }
        refuseWithoutWorker(state)
        const { delivery } = await repeatedDelivery(id, state)
        state.dispatcher.resend({ delivery, edit })
        const { eventId: event, webhookId: webhook, attempts } = delivery
        return { id, event, webhook, attempt: attempts + 1, sent: 'once', edited: editedParts(edit) ?? [] }
      },
    }),
    'POST /deliveries/redeliver': route({
      title: 'Sends again what did not come through, with the one first that failed first',
      more: 'Any process may be asked. Nothing is sent to a webhook that is not active, and no delivery is sent twice where two ask at once',
      body: {
        ...{ 'webhook?': id, 'event?': id },
        'since?': { ...time, description: 'Leaves out what failed for the last time before.' },
        'until?': { ...time, description: 'Leaves out what failed for the last time then or later.' },
        'limit?': { type: 'integer', minimum: 1, maximum: 1_000, description: '100 unless given.' },
        'rate?': {
          type: 'number',
          minimum: 0.1,
          maximum: 1_000,
          description:
            'Deliveries a second of this request, beside those of other requests. 10 unless given.',
        },
      },
      answers: {
        200: json(
          objectOf({
            ...{ failed: count, sent: count, left: count },
            'due?': { ...time, description: 'The time at which the last one is due.' },
            skipped: listOf(objectOf({ id, code: text, reason: text })),
          }),
        ),
      },
      async handle(
        { body: { webhook: webhookId, event: eventId, limit = 100, rate = 10, ...times } },
        state,
      ) {
        const { since, until } = timesFrom(times)
        const { deliveries, total } = await state.store.failed({ webhookId, eventId, since, until, limit })
        const now = state.settings.clock.now()
        const paced = deliveries.map(({ id, attempts }, index) => {
          return { id, attempts, dueAt: now + Math.floor((index * 1_000) / rate) }
        })
        const due = await state.store.sendAgain(paced, now)
        state.dispatcher.wake()
        const last = paced.filter(({ id }) => due.has(id)).at(-1)?.dueAt
        const others = deliveries.filter(({ id }) => !due.has(id))
        return {
          ...{ failed: total, sent: due.size, left: total - deliveries.length },
          due: last && new Date(last).toISOString(),
          skipped: await skippedOf(others, state),
        }
      },
    }),
  }
}

/** The deliveries that were not made due, each with its reason. */
async function skippedOf(deliveries: readonly FailedDelivery[], state: State) {
  const skipped: { id: string; code: string; reason: string }[] = []
  for (const { id } of deliveries) {
    // Each look goes over all deliveries that wait, so that the requests of others get a turn between two of them.
    await nextTurn()
    const { code, message } = await repeatedDelivery(id, state).then(underWay, (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    skipped.push({ id, code, reason: message })
  }
  return skipped
}

/** The id of the event of a delivery. Where nobody knows the delivery, an id that no event has. */
async function eventOf(id: string | undefined, { store }: State): Promise<string | undefined> {
  if (id === undefined) return undefined
  const [[pending], [attempt]] = await Promise.all([store.pending({ id }), store.attempts({ id })])
  return pending?.eventId ?? attempt?.eventId ?? ''
}

/** The deliveries of each event that a listing asks for, in the order of their ids. */
async function deliveriesAsked(
  events: readonly StoredEvent[],
  asked: { id?: string; type?: string; webhook?: string; state?: string },
  { isInTime, holdsText }: Listing,
  state: State,
) {
  const { id, type, webhook } = asked
  const ids = events.map((event) => event.id)
  const ofEvents = await shownDeliveries(ids, state)
  return events.map((event) => {
    if ((type !== undefined && event.type !== type) || !isInTime(event.created)) return []
    const found = (ofEvents.get(event.id) ?? []).filter(
      (one) =>
        (id === undefined || one.id === id) &&
        (webhook === undefined || one.webhook === webhook) &&
        (asked.state === undefined || one.state === asked.state) &&
        holdsText(one.url, event.json, ...one.history.flatMap(({ error, answer }) => [error, answer])),
    )
    const ofEvent = { type: event.type, created: event.created }
    return found
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map((one) => ({ id: one.id, json: JSON.stringify({ ...one, ...ofEvent }) }))
  })
}

/** Refuses a request to send something, in a process that sends nothing. */
export function refuseWithoutWorker({ dispatcher }: Pick<State, 'dispatcher'>): void {
  if (dispatcher.delivers) return
  throw new Refusal(
    409,
    'delivers_elsewhere',
    'This process has the role api and sends no deliveries: ask one with the role worker or all.',
  )
}

function underWay(): Refusal {
  const message =
    'A worker has this delivery: it is being sent, was sent just now, or is held back by a fault.'
  return new Refusal(409, 'delivery_under_way', message)
}

// RFC 9110 section 5.6.2: the characters of a header's name.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// Only the connection knows the right values of these.
const ofConnection =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|te|host|expect)$/

/** The headers of an edit. Throws a refusal that names the wrong one. */
function editedHeaders(given: Record<string, unknown> | undefined): Pick<DeliveryEdit, 'headers'> {
  if (given === undefined) return {}
  const headers = Object.entries(given).map(([written, value]: [string, unknown]) => {
    const name = written.toLowerCase()
    if (!token.test(name)) throw wrong(written, 'is no name of a header.')
    if (ofConnection.test(name)) throw wrong(written, 'is decided by the connection and cannot be edited.')
    if (value === null) return [name, null]
    if (typeof value !== 'string') throw wrong(written, 'must be a string, or null to leave the header out.')
    // RFC 9110 section 5.5: a value is printable ASCII, with spaces and tabs between.
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw wrong(written, 'must be printable ASCII without line breaks.')
    return [name, value.trim()]
  })
  return { headers: Object.fromEntries(headers) as Record<string, string | null> }
}

const wrong = (name: string, complaint: string) =>
  invalidRequest(`headers.${name} ${complaint}`, `headers.${name}`)

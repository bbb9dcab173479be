import { type DeliveryEdit, editedParts } from '../deliveries/send'
import { invalidRequest, Refusal } from '../http/refusal'
import { inTurns, nextTurn } from '../settings/turn'
import type { State } from '../state/state'
import type { StoredEvent } from '../store/records'
import { eventItems } from './event-page'
import { objectOf } from './fields'
import { listAnswer, type Listing, listingOf, listParameters } from './listing'
import { type ControlRoutes, json, route } from './route'
import { anything, count, id, listOf, named, pageOf, text } from './schemas'
import { type DeliveryPlace, repeatedDelivery } from './repeated-delivery'
import { deliveryStates, shownDeliveries } from './shown-delivery'
import { streamedJson } from './streamed-json'

/** Lists deliveries and the attempts to make them, and makes further ones: at once, edited, or for all that failed. */
export function deliveryRoutes(): ControlRoutes {
  /** Makes a delivery that waits due now, and sends one that is over once more. */
  async function attemptNow(id: string, state: DeliveryPlace) {
    const { delivery, pending } = await repeatedDelivery(id, state)
    const { eventId: event, webhookId: webhook, attempts } = delivery
    if (pending) {
      if (!(await state.store.hasten(id, state.settings.clock.now()))) throw underWay()
      state.dispatcher.wake()
      return { id, event, webhook, attempt: attempts + 1, sent: 'by-schedule' }
    }
    refuseWithoutWorker(state)
    state.dispatcher.resend({ delivery })
    return { id, event, webhook, attempt: attempts + 1, sent: 'once' }
  }

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
      answers: { 200: json(pageOf(named('Delivery'))) },
      async handle({ query }, state) {
        const listing = listingOf(query)
        const event = query.event ?? (await eventOf(query.id, state))
        const itemsOf = (events: readonly StoredEvent[]) => deliveriesAsked(events, query, listing, state)
        if (event === undefined) {
          const { items, nextCursor } = await eventItems(state.store, { ...listing, mode: 'live' }, itemsOf)
          return listAnswer(items, nextCursor)
        }
        const known = await state.store.event('live', event)
        const found = known ? (await itemsOf([known])).flat() : []
        return listAnswer(
          found.map(({ json }) => json),
          null,
        )
      },
    }),
    'POST /deliveries/:id/attempt': route({
      title: 'Makes a delivery that waits due now, and sends one that is over once more',
      answers: { 200: json(named('Sent')) },
      handle: ({ params: { id = '' } }, state) => attemptNow(id, state),
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
      title: 'Sends again what did not come through, as far as the journal keeps its attempts',
      body: {
        ...{ 'webhook?': id, 'event?': id },
        'limit?': { type: 'integer', minimum: 1, maximum: 1_000, description: '100 unless given.' },
      },
      answers: {
        200: json(
          objectOf({
            ...{ failed: count, sent: count, left: count },
            skipped: listOf(objectOf({ id, code: text, reason: text })),
          }),
        ),
      },
      async handle({ body: { webhook, event, limit = 100 } }, state) {
        const failed = failedDeliveries(state, { webhook, event })
        const skipped: { id: string; code: string; reason: string }[] = []
        let sent = 0
        for (const id of failed.slice(0, limit)) {
          // Each of them is looked for among all that wait, so others get their turns in between.
          await nextTurn()
          try {
            await attemptNow(id, state)
            sent++
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            skipped.push({ id, code: error.code, reason: error.message })
          }
        }
        return { failed: failed.length, sent, skipped, left: Math.max(0, failed.length - limit) }
      },
    }),
  }
}

/** The event of the delivery with an id; an id that nothing has where nobody knows the delivery. */
async function eventOf(id: string | undefined, { store, journal }: State): Promise<string | undefined> {
  if (id === undefined) return undefined
  const [pending] = await store.pending({ id })
  const attempt = journal.numberedDeliveries().find(({ deliveryId }) => deliveryId === id)
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
  const ofEvents = await shownDeliveries(
    events.map((event) => event.id),
    state,
    state.settings.clock.now(),
  )
  return events.map((event) => {
    if ((type !== undefined && event.type !== type) || !isInTime(event.created)) return []
    const found = (ofEvents.get(event.id) ?? []).filter(
      (one) =>
        (id === undefined || one.id === id) &&
        (webhook === undefined || one.webhook === webhook) &&
        (asked.state === undefined || one.state === asked.state) &&
        holdsText(one.url, event.json),
    )
    return found
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map((one) => ({
        id: one.id,
        json: JSON.stringify({ ...one, type: event.type, created: event.created }),
      }))
  })
}

/** The deliveries whose last attempt in the journal did not come through, oldest first. */
function failedDeliveries(
  { journal }: DeliveryPlace,
  { webhook, event }: { webhook?: string; event?: string },
): string[] {
  const delivered = new Map<string, boolean>()
  for (const { deliveryId, webhookId, eventId, outcome } of journal.numberedDeliveries()) {
    if ((webhook !== undefined && webhookId !== webhook) || (event !== undefined && eventId !== event))
      continue
    // An attempt that came through is enough, also where somebody made the receiver fail afterwards.
    delivered.set(deliveryId, delivered.get(deliveryId) === true || outcome === 'delivered')
  }
  return [...delivered].filter(([, isDelivered]) => !isDelivered).map(([id]) => id)
}

/** Refuses what would be sent in a process that sends nothing. */
export function refuseWithoutWorker({ dispatcher }: Pick<DeliveryPlace, 'dispatcher'>): void {
  if (dispatcher.delivers) return
  throw new Refusal(
    409,
    'delivers_elsewhere',
    'This process has the role api and sends no deliveries: ask one with the role worker or all.',
  )
}

function underWay(): Refusal {
  const message = 'A worker has this delivery: it is being sent, or held back by a fault.'
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

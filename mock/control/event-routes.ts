import { jsonAnswer } from '../http/answer'
import { notFound } from '../http/refusal'
import type { State } from '../state/state'
import type { StoredEvent } from '../store/records'
import { eventItems } from './event-page'
import { objectOf } from './fields'
import { listAnswer, listingOf, listParameters, type Listing } from './listing'
import { ControlAnswer, type ControlRoutes, json, route } from './route'
import { anyObject, count, listOf, mode, named, scannedPageOf, text } from './schemas'
import { deliveryStates, shownDeliveries, type ShownDelivery } from './shown-delivery'

/** Shows the events of the store, those of both modes, newest first, each with what became of its deliveries. */
export const eventRoutes: ControlRoutes = {
  'GET /events': route({
    title: 'Lists the events of the store, newest first, each with what became of its deliveries',
    query: { ...listParameters, 'mode?': mode, 'state?': { enum: [...deliveryStates, 'none'] } },
    answers: { 200: json(scannedPageOf(named('Event'))) },
    async handle({ query }, state) {
      const listing = listingOf(query)
      const itemsOf = (events: readonly StoredEvent[]) => eventsAsked(events, query, listing, state)
      if (query.id === undefined) {
        const page = await eventItems(state.store, { ...listing, mode: query.mode }, itemsOf)
        return listAnswer(page.items, page.nextCursor, page.scanned)
      }
      const event = await findEvent(query.id, state)
      const found = event && (query.mode ?? event.mode) === event.mode ? await itemsOf([event]) : []
      const shown = found.flat().map(({ json }) => json)
      return listAnswer(shown, null)
    },
  }),
  'GET /events/:id': route({
    title: 'Shows an event with its deliveries, and the requests of the journal that are about it',
    answers: {
      200: json(
        objectOf({
          ...{ mode, 'idempotencyKey?': text, deliveries: listOf(named('Delivery')) },
          ...{ requests: listOf(count), event: anyObject },
        }),
      ),
    },
    async handle({ params: { id = '' } }, state) {
      const event = await findEvent(id, state)
      if (!event) throw notFound('No event has this id.')
      const deliveries = await shownDeliveries([id], state)
      const requests = state.journal.requestsAbout(id)
      const answer = jsonAnswer(200, written(event, { deliveries: deliveries.get(id) ?? [], requests }))
      answer.headers['cache-control'] = 'no-store'
      return new ControlAnswer(answer)
    },
  }),
}

/** The event with an id, of whichever mode. */
async function findEvent(id: string, { store }: Pick<State, 'store'>): Promise<StoredEvent | undefined> {
  return (await store.event('live', id)) ?? (await store.event('test', id))
}

/** Those of the events that a listing asks for, with their deliveries. */
async function eventsAsked(
  events: readonly StoredEvent[],
  { type, state: wanted }: { type?: string; state?: string },
  { isInTime, holdsText }: Listing,
  state: State,
) {
  const asked = events.filter(
    (event) =>
      (type === undefined || event.type === type) &&
      isInTime(event.created) &&
      holdsText(event.json, event.idempotencyKey),
  )
  const ids = asked.map(({ id }) => id)
  const deliveries = await shownDeliveries(ids, state)
  return events.map((event) => {
    const made = deliveries.get(event.id)
    if (!made || !isInState(made, wanted)) return []
    // A list of events leaves out the attempts of its deliveries: each holds up to 4 KiB of a receiver's answer.
    const shown = made.map(({ history: _history, ...delivery }) => delivery)
    return [{ id: event.id, json: written(event, { deliveries: shown }) }]
  })
}

function isInState(deliveries: readonly ShownDelivery[], state: string | undefined): boolean {
  if (state === undefined) return true
  return state === 'none' ? deliveries.length === 0 : deliveries.some((one) => one.state === state)
}

/** An event and what belongs to it. Its own text is repeated character by character. */
function written({ json: event, mode, idempotencyKey }: StoredEvent, more: object): string {
  return `${JSON.stringify({ mode, idempotencyKey, ...more }).slice(0, -1)},"event":${event}}`
}

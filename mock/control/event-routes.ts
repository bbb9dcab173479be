import { jsonAnswer } from '../http/answer'
import { notFound } from '../http/refusal'
import type { State } from '../state/state'
import type { StoredEvent } from '../store/records'
import { eventItems } from './event-page'
import { listAnswer, readListing, type Listing } from './listing'
import { ControlAnswer, type ControlRoutes } from './route'
import { deliveryStates, shownDeliveries, type ShownDelivery } from './shown-delivery'

/** Shows the events of the store, those of both modes, newest first, each with what became of its deliveries. */
export const eventRoutes: ControlRoutes = {
  async 'GET /events'({ query }, state) {
    const listing = readListing(query, { further: ['mode'], states: [...deliveryStates, 'none'] })
    const { id } = listing
    const itemsOf = (events: readonly StoredEvent[]) => eventsAsked(events, listing, state)
    if (id === undefined) {
      const { items, nextCursor } = await eventItems(state.store, listing, itemsOf)
      return listAnswer(items, nextCursor)
    }
    const event = await findEvent(id, state)
    const found = event && (listing.mode ?? event.mode) === event.mode ? await itemsOf([event]) : []
    return listAnswer(
      found.flat().map(({ json }) => json),
      null,
    )
  },
  async 'GET /events/:id'({ params: { id = '' } }, state) {
    const event = await findEvent(id, state)
    if (!event) throw notFound('No event has this id.')
    const deliveries = await shownDeliveries([id], state, state.settings.clock.now())
    const requests = state.journal.requestsAbout(id)
    const answer = jsonAnswer(200, written(event, { deliveries: deliveries.get(id) ?? [], requests }))
    answer.headers['cache-control'] = 'no-store'
    return new ControlAnswer(answer)
  },
}

/** The event with an id, of whichever mode. */
async function findEvent(id: string, { store }: Pick<State, 'store'>): Promise<StoredEvent | undefined> {
  return (await store.event('live', id)) ?? (await store.event('test', id))
}

/** Those of the events that a listing asks for, with their deliveries. */
async function eventsAsked(events: readonly StoredEvent[], listing: Listing, state: State) {
  const { type, isInTime, holdsText } = listing
  const asked = events.filter(
    (event) =>
      (type === undefined || event.type === type) &&
      isInTime(event.created) &&
      holdsText(event.json, event.idempotencyKey),
  )
  const ids = asked.map(({ id }) => id)
  const deliveries = await shownDeliveries(ids, state, state.settings.clock.now())
  return events.map((event) => {
    const made = deliveries.get(event.id)
    return made && isInState(made, listing)
      ? [{ id: event.id, json: written(event, { deliveries: made }) }]
      : []
  })
}

function isInState(deliveries: readonly ShownDelivery[], { state }: Listing): boolean {
  if (state === undefined) return true
  return state === 'none' ? deliveries.length === 0 : deliveries.some((one) => one.state === state)
}

/** An event and what belongs to it. Its own text is repeated character by character. */
function written({ json: event, mode, idempotencyKey }: StoredEvent, more: object): string {
  return `${JSON.stringify({ mode, idempotencyKey, ...more }).slice(0, -1)},"event":${event}}`
}

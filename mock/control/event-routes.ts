import { jsonAnswer } from '../http/answer'
import { invalidRequest, notFound } from '../http/refusal'
import type { Settings } from '../settings/settings'
import type { StoredEvent } from '../store/records'
import { eventPage, firstPage, isEventCursor } from './event-page'
import { modeFrom } from './keyless-request'
import { ControlAnswer, type ControlRoutes } from './route'
import { shownDeliveries } from './shown-delivery'

const usualLimit = 20
const largestLimit = 100

/** Shows the events of both modes, newest first, each with what became of its deliveries. */
export function eventRoutes({ clock }: Settings): ControlRoutes {
  return {
    async 'GET /events'({ query }, state) {
      const cursor = query.get('cursor') ?? firstPage
      if (!isEventCursor(cursor)) {
        throw invalidRequest('cursor must be the nextCursor of an earlier page.', 'cursor')
      }
      const page = {
        limit: limitFrom(query.get('limit')),
        cursor,
        mode: query.has('mode') ? modeFrom(query.get('mode')) : undefined,
      }
      const { events, nextCursor } = await eventPage(state.store, page)
      const ids = events.map(({ id }) => id)
      const deliveries = await shownDeliveries(ids, state, clock.now())
      const items = events.map((event) => written(event, { deliveries: deliveries.get(event.id) ?? [] }))
      return json(`{"data":[${items.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`)
    },
    async 'GET /events/:id'({ params: { id = '' } }, state) {
      const { store, journal } = state
      const event = (await store.event('live', id)) ?? (await store.event('test', id))
      if (!event) throw notFound('No event has this id.')
      const deliveries = await shownDeliveries([id], state, clock.now())
      return json(
        written(event, { deliveries: deliveries.get(id) ?? [], requests: journal.requestsAbout(id) }),
      )
    },
  }
}

const json = (text: string) => {
  const answer = jsonAnswer(200, text)
  answer.headers['cache-control'] = 'no-store'
  return new ControlAnswer(answer)
}

/** An event and what belongs to it. Its own text is repeated character by character. */
function written({ json: event, mode, idempotencyKey }: StoredEvent, more: object): string {
  return `${JSON.stringify({ mode, idempotencyKey, ...more }).slice(0, -1)},"event":${event}}`
}

function limitFrom(given: string | null): number {
  if (given === null) return usualLimit
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0
  if (limit >= 1 && limit <= largestLimit) return limit
  throw invalidRequest(`limit must be a whole number from 1 to ${largestLimit}.`, 'limit')
}

import { http, type HttpHandler } from 'msw'
import type { Backend } from './backend'
import { asArriving, asSeenFrom } from './faces/browser/exposure'

export { createInbox, DeliveryEvent, type Inbox } from './faces/browser/inbox'

/**
 * Options of {@link handlers}.
 *
 * @example
 * const all = handlers(createBackend(), 'https://api.events.example', { origin: 'https://shop.example' })
 */
export interface HandlersOptions {
  /**
   * The origin of the page that asks, such as `https://shop.example`. Where it is another one than the service's,
   * answers are filtered to what a browser would show to that page: without the headers that are not exposed.
   */
  origin?: string
}

/**
 * MSW handlers that answer all of the interface below `baseUrl`, which may hold a path, from a backend. For
 * `setupServer` and `setupWorker`, of msw 2 and 3 alike. Throws a `TypeError` when `baseUrl` is no URL; in a page it
 * may be relative.
 *
 * @example
 * const server = setupServer(...handlers(createBackend(), 'https://api.events.example'))
 */
export function handlers(backend: Backend, baseUrl: string, { origin }: HandlersOptions = {}): HttpHandler[] {
  const { origin: service, pathname } = new URL(baseUrl, globalThis.location?.href)
  const root = `${service}${pathname}`.replace(/\/+$/, '')
  const foreign = origin === service ? undefined : origin
  // A connection that was reset is an answer of its own here: what is thrown becomes a 500.
  const answer = async (request: Request) => {
    const url = service + request.url.slice(root.length)
    const response = await backend
      .fetch(asArriving(request, { url, origin: foreign }))
      .catch(() => Response.error())
    return foreign === undefined || response.type === 'error' ? response : asSeenFrom(foreign, response)
  }
  // A path pattern would have msw decode the path, and fail on one that is not encoded well.
  const below = new RegExp(`^${root.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/v1/`)
  return [http.all(below, ({ request }) => answer(request))]
}

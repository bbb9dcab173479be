import { http, type HttpHandler } from 'msw'
import type { Backend } from './backend'
import { asSeenFrom, asSentFrom } from './browser/exposure'

export { createInbox, DeliveryEvent, type Inbox } from './browser/inbox'

/** Options of {@link handlers}. */
export interface HandlersOptions {
  /**
   * The origin of the page that asks, such as `https://shop.example`. Where it is another one than the service's,
   * answers are filtered to what a browser would show to that page: without the headers that are not exposed.
   */
  origin?: string
}

/**
 * MSW handlers that answer all of the interface below `baseUrl` from a backend. For `setupServer` and `setupWorker`,
 * of msw 2 and 3 alike.
 *
 * @example
 * const server = setupServer(...handlers(createBackend(), 'https://api.events.example'))
 */
export function handlers(backend: Backend, baseUrl: string, { origin }: HandlersOptions = {}): HttpHandler[] {
  const root = baseUrl.replace(/\/+$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const crossOrigin = origin !== undefined && origin !== new URL(baseUrl).origin
  // A connection that was reset is an answer of its own here: what is thrown becomes a 500.
  const fetched = (request: Request) => backend.fetch(request).catch(() => Response.error())
  const answer = async (request: Request) => {
    if (!crossOrigin) return fetched(request)
    const response = await fetched(asSentFrom(origin, request))
    return response.type === 'error' ? response : asSeenFrom(origin, response)
  }
  // A path pattern would have msw decode the path, and fail on one that is not encoded well.
  return [http.all(new RegExp(`^${root}/v1/`), ({ request }) => answer(request))]
}

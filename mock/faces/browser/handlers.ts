import { http, type HttpHandler } from 'msw'
import type { Backend } from '../../backend'
import { refuseStrayOption } from '../../settings/stray-field'
import { asArriving, asSeenFrom } from './exposure'

/**
 * Options of {@link handlers}.
 *
 * @example
 * const all = handlers(createBackend(), 'https://api.events.example', { origin: 'https://shop.example' })
 */
export interface HandlersOptions {
  /**
   * The origin of the page that sends the requests, such as `https://shop.example`. When it is not the service's own origin, answers lose
   * the headers that a browser would hide from the page. Answers keep all headers unless given.
   */
  origin?: string
}

/**
 * Makes MSW handlers through which a backend answers all requests to the interface below `baseUrl`, which may have a
 * path. They fit `setupServer` and `setupWorker` of msw 2 and 3. Throws a `TypeError` for wrong options, and when
 * `baseUrl` is no URL; in a page it may be relative.
 *
 * @example
 * const server = setupServer(...handlers(createBackend(), 'https://api.events.example'))
 */
export function handlers(backend: Backend, baseUrl: string, options: HandlersOptions = {}): HttpHandler[] {
  refuseStrayOption(options, ['origin'], 'the options of handlers')
  const { origin } = options
  const { origin: service, pathname } = new URL(baseUrl, globalThis.location?.href)
  const root = `${service}${pathname}`.replace(/\/+$/, '')
  const foreign = origin === service ? undefined : origin
  // A reset connection becomes `Response.error()`, because MSW turns an error that is thrown into a 500.
  const answer = async (request: Request) => {
    const url = service + request.url.slice(root.length)
    const response = await backend
      .fetch(asArriving(request, { url, origin: foreign }))
      .catch(() => Response.error())
    return foreign === undefined || response.type === 'error' ? response : asSeenFrom(foreign, response)
  }
  // A regular expression, because with a path pattern msw decodes the path and fails on a broken escape.
  const below = new RegExp(`^${root.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/v1/`)
  return [http.all(below, ({ request }) => answer(request))]
}

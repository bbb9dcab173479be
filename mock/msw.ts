import { http, type HttpHandler } from 'msw'
import type { Backend } from './backend'

/**
 * MSW handlers that answer all of the interface below `baseUrl` from a backend. For `setupServer` and `setupWorker`,
 * of msw 2 and 3 alike.
 *
 * @example
 * const server = setupServer(...handlers(createBackend(), 'https://api.events.example'))
 */
export function handlers(backend: Backend, baseUrl: string): HttpHandler[] {
  const root = baseUrl.replace(/\/+$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  // A path pattern would have msw decode the path, and fail on one that is not encoded well.
  return [http.all(new RegExp(`^${root}/v1/`), ({ request }) => backend.fetch(request))]
}

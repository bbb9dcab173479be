import type { DeliveryFaultKind } from '../faults/fault'
import type { Strike } from '../faults/registry'

/** Takes the place of `fetch` where a fault says what becomes of an attempt. `undefined` where the attempt is sent. */
export function strickenFetch({
  kind,
  status = 503,
  retryAfter,
}: Pick<Strike<DeliveryFaultKind>, 'kind' | 'status' | 'retryAfter'>): typeof fetch | undefined {
  switch (kind) {
    case 'status':
      return async () => {
        const headers: Record<string, string> =
          retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
        return new Response(null, { status, headers })
      }
    case 'timeout':
      // The attempt is given up by its own deadline, on the backend's clock.
      return () => new Promise<Response>(() => {})
    case 'connection-refused':
      return async () => {
        throw new TypeError('fetch failed', {
          cause: new Error('connect ECONNREFUSED (a fault of the mock)'),
        })
      }
    default:
      return undefined
  }
}

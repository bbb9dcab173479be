import type { OperationRequest } from '../operations/operation'
import type { Mode } from '../store/records'

/**
 * A request to an operation that the control routes make, with a JSON body. It needs no API key, since the guard of the control routes has
 * let its sender pass, so that it works in a mode of which the sender knows no key.
 */
export function keylessRequest(mode: Mode, body: unknown): OperationRequest {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return {
    headers: new Headers({ 'content-type': 'application/json' }),
    params: {},
    search: '',
    key: { id: '', key: '', mode, name: '', scopes: null, expiresAt: null, created: '' },
    read: async (limit) => (bytes.length > limit ? null : bytes),
  }
}

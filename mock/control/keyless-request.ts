import type { OperationRequest } from '../operations/operation'
import type { Mode } from '../store/records'

/**
 * A request to an operation that comes from the control routes, with a JSON body. No key was sent with it, so that it works for
 * a mode of which nobody knows a key; the guard of the control routes has let it pass.
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

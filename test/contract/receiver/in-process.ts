import { Inbox } from './inbox'
import type { Receiver } from './receiver'

/**
 * A receiver without a socket: wire the deployment's outgoing `fetch` to its `fetch`.
 *
 * @example
 * const receiver: InProcessReceiver = createInProcessReceiver()
 * const backend = createBackend({ fetch: receiver.fetch })
 */
export interface InProcessReceiver extends Receiver {
  /** Takes one delivery in the way that `fetch` is called, and resolves to its answer. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
}

/**
 * Makes a receiver for a deployment that runs in the same process. It answers deliveries by 204, and
 * by 503 where a check wants to see them again.
 *
 * @example
 * const receiver = createInProcessReceiver()
 * const backend = createBackend({ fetch: receiver.fetch })
 */
export function createInProcessReceiver(baseUrl = 'https://receiver.test'): InProcessReceiver {
  const inbox = new Inbox()
  return {
    baseUrl,
    inbox,
    async fetch(input, init) {
      const request = init === undefined && input instanceof Request ? input : new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const body = new Uint8Array(await request.arrayBuffer())
      const { method, headers } = request
      const status = await inbox.take({ method, path: pathname + search, headers, body })
      return new Response(null, { status })
    },
    close: async () => undefined,
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Until } from './until'

/** A server of this process that listens on a free loopback port. */
export type NodeServer = Awaited<ReturnType<typeof serveListener>>

/** Options of {@link serveListener} and {@link serveFetch}. */
export interface NodeServerOptions {
  /** The certificate and its key, PEM. Plain HTTP without them. */
  tls?: { cert: string; key: string }
  /** Registers the closing of the server, so that the test need not close it. */
  until?: Until
}

/** Serves a listener of `node:http`. */
export async function serveListener(listener: RequestListener, { tls, until }: NodeServerOptions = {}) {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  // A connection that ends after some idle seconds may meet the next request of a test on a busy machine.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Ends all connections and stops listening. */
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  until?.(close)
  return { baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, close }
}

/** The request that came to a server, at the address of a client. */
export async function requestOf(incoming: IncomingMessage, baseUrl: string): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const body = await buffer(incoming)
  return new Request(`${baseUrl}${url}`, {
    method,
    headers: headers as Record<string, string>,
    body: body.length > 0 ? new Uint8Array(body) : undefined,
  })
}

/** Writes an answer with its length. */
export async function writeResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** Serves a function from request to answer. */
export function serveFetch(
  answer: (request: Request) => Promise<Response>,
  options: NodeServerOptions = {},
): Promise<NodeServer> {
  const scheme = options.tls ? 'https' : 'http'
  return serveListener((incoming, outgoing) => {
    const respond = async () => {
      const request = await requestOf(incoming, `${scheme}://${incoming.headers.host}`)
      await writeResponse(await answer(request), outgoing)
    }
    void respond()
  }, options)
}

import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isIPv6, type AddressInfo } from 'node:net'
import { isLoopback } from '../../http/loopback'
import { followConnections } from './connections'
import type { GateOptions } from './gate'
import { createHandler } from './handler'
import { listen } from './listen'
import type { ServedBackend } from './served-backend'
import { refuseUnreadable } from './unreadable'

/**
 * Options of {@link serve}.
 *
 * @example
 * const options: ServeOptions = { port: 0, host: 'localhost' }
 */
export interface ServeOptions extends GateOptions {
  /** 4010 unless given. 0 takes a free one. */
  port?: number
  /** `127.0.0.1` unless given. Beyond loopback the backend must have a `controlToken`, and its built-in keys become random ones. */
  host?: string
  /** Serves HTTPS with this certificate. HTTP unless given. */
  tls?: { key: string; cert: string }
}

/** A server that is listening. */
export interface RunningServer {
  /** The base URL, such as `http://127.0.0.1:4010`. */
  baseUrl: string
  port: number
  /** Stops listening, lets requests under way end for up to two seconds, and closes all connections. */
  close(): Promise<void>
}

// These limits keep a slow or greedy client from locking out the others for long.
const connectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // Node's own answer to a request without a Host header has no error envelope, so the check is made here.
  requireHostHeader: false,
}
const mostConnections = 1_000

/**
 * Serves a backend over HTTP or HTTPS. Rejects with a `PortTakenError` when the port is in use, and with a `TypeError` for
 * wrong options, and beyond loopback for a backend without a token of at least 16 characters.
 *
 * @example
 * const server = await serve(createBackend(), { port: 0 })
 * await fetch(`${server.baseUrl}/v1/events`, { headers: { authorization: 'Bearer sk_live_mock' } })
 * await server.close()
 */
export async function serve(backend: ServedBackend, options: ServeOptions = {}): Promise<RunningServer> {
  const { port = 4010, host = '127.0.0.1', tls } = options
  if (!isLoopback(host)) await exposed(backend, host)
  const handle = createHandler(backend, options, host)
  const handler: RequestListener = (incoming, outgoing) => {
    connections.used(incoming)
    handle(incoming, outgoing)
  }
  const server: Server = tls
    ? createTlsServer({ ...connectionLimits, ...tls }, handler)
    : createServer(connectionLimits, handler)
  server.maxConnections = mostConnections
  const connections = followConnections(server)
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', handler)
  await listen(server, port, host)

  const { address, port: bound } = server.address() as AddressInfo
  // A name may lead to another address than it says.
  if (!isLoopback(address) && !backend.exposed) {
    await connections.close()
    throw new TypeError(`${host} leads to ${address}, which is not loopback. Listen on 127.0.0.1.`)
  }
  return {
    baseUrl: `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: connections.close,
  }
}

async function exposed(backend: ServedBackend, host: string): Promise<void> {
  if (!backend.expose)
    throw new TypeError(`This backend cannot be served on ${host}, because it has no expose().`)
  await backend.expose()
}

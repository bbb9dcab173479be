import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isIPv6, type AddressInfo, type Socket } from 'node:net'
import { isLoopback } from '../../../src/core/url'
import { refuseStrayOption } from '../../settings/stray-field'
import { followConnections } from './connections'
import type { GateOptions } from './gate'
import { createHandler, type ServedBackend } from './handler'
import { defaultLimits, type ServerLimits } from './limits'
import { listen } from './listen'
import { endWith, refuseUnreadable, type UnreadableError } from './unreadable'

/**
 * Options of {@link serve}.
 *
 * @example
 * const options: ServeOptions = { port: 0, host: 'localhost' }
 */
export interface ServeOptions extends GateOptions {
  /** The port to listen on. 4010 unless given; 0 takes a free one. */
  port?: number
  /**
   * The host name or address to listen on. `127.0.0.1` unless given. Beyond loopback the backend must have a `controlToken`, and its
   * built-in keys become random ones.
   */
  host?: string
  /** The private key and the certificate, both PEM, with which the server serves HTTPS. It serves HTTP unless given. */
  tls?: { key: string; cert: string }
}

const noTunnel = {
  status: 405,
  code: 'method_not_allowed',
  message: 'The mock is no proxy: CONNECT is not allowed.',
}

/** A server that is listening. */
export interface RunningServer {
  /** The base URL, such as `http://127.0.0.1:4010`. */
  baseUrl: string
  /** The port that it listens on: a free one, where the option was 0. */
  port: number
  /** Stops listening, lets requests under way end for up to `grace` milliseconds, and closes all connections. 2,000 unless given. */
  close(options?: { grace?: number }): Promise<void>
}

/**
 * Serves a backend over HTTP or HTTPS. Rejects with a `PortTakenError` when the port is in use, with a `TypeError` for
 * wrong options, and beyond loopback for a backend without a token of at least 16 characters, and with Node's own error for a
 * port, a key or a certificate that is none.
 *
 * @example
 * const server = await serve(createBackend(), { port: 0 })
 * await fetch(`${server.baseUrl}/v1/events`, { headers: { authorization: 'Bearer sk_live_mock' } })
 * await server.close()
 */
export function serve(backend: ServedBackend, options: ServeOptions = {}): Promise<RunningServer> {
  return serveWithin(defaultLimits, backend, options)
}

/** Serves a backend as `serve` does, within the given limits. */
export async function serveWithin(
  limits: ServerLimits,
  backend: ServedBackend,
  options: ServeOptions,
): Promise<RunningServer> {
  const known = ['port', 'host', 'tls', 'allowOrigins', 'allowHosts']
  refuseStrayOption(options, known, 'the options of serve')
  const { port = 4010, host = '127.0.0.1', tls } = options
  if (!isLoopback(host)) await exposed(backend, host)
  const handle = createHandler(backend, options, limits, host)
  const handler: RequestListener = (incoming, outgoing) => {
    connections.used(outgoing)
    handle(incoming, outgoing)
  }
  const server: Server = tls
    ? createTlsServer({ ...nodeLimits(limits), handshakeTimeout: limits.headers, ...tls }, handler)
    : createServer(nodeLimits(limits), handler)
  const connections = followConnections(server, limits.connections)
  server.on('checkExpectation', handler)
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    const { method, url: target, rawHeaders } = incoming
    endWith(socket, noTunnel)
    backend.record?.({ ...noTunnel, method, target, rawHeaders, address: socket.remoteAddress })
  })
  server.on('clientError', (error: UnreadableError, socket: Socket) => {
    const last = connections.lastAnswer(socket)
    const wasWhole = last?.req.complete
    const refuse = () => {
      const now = connections.lastAnswer(socket)
      if (now !== last || now?.req.complete !== wasWhole) return
      const refused = refuseUnreadable(error, socket, now)
      if (refused) backend.record?.(refused)
    }
    // A process that stood still judges the time of its clients before it reads what they have sent meanwhile.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') setImmediate(refuse)
    else refuse()
  })
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

function nodeLimits({ headers, request, idle, sweep }: ServerLimits): ServerOptions {
  return {
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: sweep,
    // Node's own answer to a request without a Host header has no error envelope, so the gate makes the check.
    requireHostHeader: false,
  }
}

async function exposed(backend: ServedBackend, host: string): Promise<void> {
  if (!backend.expose)
    throw new TypeError(`This backend cannot be served on ${host}, because it has no expose().`)
  await backend.expose()
}

import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isIPv6, type AddressInfo, type Socket } from 'node:net'
import { errorAnswer, Refusal } from '../../http/refusal'
import { followConnections } from './connections'
import { toNodeHandler, type ServedBackend } from './handler'
import { send } from './send'

/**
 * Options of {@link serve}.
 *
 * @example
 * const options: ServeOptions = { port: 0, host: 'localhost' }
 */
export interface ServeOptions {
  /** 4010 unless given. 0 takes a free one. */
  port?: number
  /** `127.0.0.1` unless given. */
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

/**
 * The port is in use. The message names a free one.
 *
 * @example
 * const server = await serve(backend).catch((error: unknown) => {
 *   if (error instanceof PortTakenError) return serve(backend, { port: 0 })
 *   throw error
 * })
 */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
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
 * Serves a backend over HTTP or HTTPS. Rejects with a `PortTakenError` when the port is in use.
 *
 * @example
 * const server = await serve(createBackend(), { port: 0 })
 * await fetch(`${server.baseUrl}/v1/events`, { headers: { authorization: 'Bearer sk_live_mock' } })
 * await server.close()
 */
export async function serve(backend: ServedBackend, options: ServeOptions = {}): Promise<RunningServer> {
  const { port = 4010, host = '127.0.0.1', tls } = options
  const handle = toNodeHandler(backend)
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
  server.on('checkExpectation', refuseExpectation)
  await listen(server, port, host)

  const { port: bound } = server.address() as AddressInfo
  return {
    baseUrl: `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: connections.close,
  }
}

const refusals: Record<string, [status: string, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request did not arrive in time.'],
}

/** Answers bytes that are not HTTP, which never reach the backend, with the error envelope. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] = refusals[error.code ?? ''] ?? [
    '400 Bad Request',
    'invalid_request',
    'The request is not valid HTTP.',
  ]
  const body = JSON.stringify({ error: { code, message } })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** RFC 9110 section 10.1.1: an `Expect` other than `100-continue` is refused. */
function refuseExpectation(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  send(outgoing, errorAnswer(new Refusal(417, 'expectation_failed', 'Expect can be 100-continue alone.')))
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new PortTakenError(`Port ${port} is taken. Port ${await freePort(host)} is free.`)
  }
}

async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

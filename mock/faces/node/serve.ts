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
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { NodeRequest } from 'srvx/node'
import type { Backend } from '../../backend'
import { firstHalf, type Answer } from '../../http/answer'
import { errorAnswer, invalidRequest, Refusal } from '../../http/refusal'
import type { BodyReader } from '../../http/request-body'
import { followConnections } from './connections'

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
export async function serve(
  backend: Pick<Backend, 'answer'>,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const { port = 4010, host = '127.0.0.1', tls } = options
  const handler: RequestListener = (incoming, outgoing) => {
    connections.used(incoming)
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') return send(outgoing, noHost)
    const request = new NodeRequest({ req: incoming, res: outgoing })
    backend
      .answer(request, nodeBodyReader(incoming))
      .then((answer) => (answer.cut ? cutOff(outgoing, answer) : send(outgoing, answer)))
      // When the face fails, or a header cannot be written, only this connection is lost.
      .catch(() => outgoing.destroy())
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

/** Sends an answer as it is, because a `Response` in between would cost more than the routing does. */
function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  if (typeof body === 'string') {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    return
  }
  outgoing.writeHead(status, headers)
  if (body === null) outgoing.end()
  // Either side may end first: the reader leaves, or the journal is closed.
  else pipeline(Readable.fromWeb(body as NodeReadableStream), outgoing, () => {})
}

/** Carries out the fault of an answer: sends half of the body, or nothing, and closes the connection. */
function cutOff(outgoing: ServerResponse, { cut, status, headers, body }: Answer): void {
  if (cut === 'truncated' && typeof body === 'string') {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    outgoing.write(firstHalf(body), () => outgoing.socket?.destroy())
  } else {
    outgoing.socket?.destroy()
  }
}

/** Reads the body from Node's own stream, because a web stream on top would cost more than the rest of the request. */
function nodeBodyReader(incoming: IncomingMessage): BodyReader {
  return (limit) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > limit) resolve(null)
        else chunks.push(chunk)
      })
      incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
      incoming.on('error', reject)
      incoming.on('close', () => {
        // Making an error is expensive, so it is made only when the body is incomplete.
        if (!incoming.complete) reject(new Error('The connection was closed.'))
      })
    })
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

/** RFC 9112 section 3.2: an HTTP/1.1 request without a Host header is refused. */
const noHost = errorAnswer(invalidRequest('The request must have a Host header.'))

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

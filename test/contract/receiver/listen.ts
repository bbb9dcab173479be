import { createServer, type Server } from 'node:https'
import { makeCertificate } from '../../../src/core/certificate'
import { Inbox } from './inbox'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { Receiver } from './receiver'

/**
 * The address at which a receiver listens, and the one at which it is reached.
 *
 * @example
 * const options: ListenOptions = { host: '0.0.0.0', port: 8443, url: 'https://hooks.example.com/conformance' }
 */
export interface ListenOptions {
  /** `127.0.0.1` unless given. */
  host?: string
  /** A free port unless given. */
  port?: number
  /** Public URL that leads here, through a tunnel for example. */
  url?: string
  /** Sends the preflight request to `url`. Global `fetch` unless given. */
  fetch?: (request: Request) => Promise<Response>
}

/** Bytes of the largest delivery that is taken. */
const largest = 8 * 1024 * 1024
/** Bytes of all bodies that are under way at once. */
const largestTogether = 32 * 1024 * 1024
/** Connections that are taken at once, and milliseconds in which a delivery has to arrive. */
const [mostConnections, longestRequest] = [1_000, 60_000]

/** The bytes of bodies that have begun to arrive. */
interface UnderWay {
  bytes: number
}

/**
 * Listens for deliveries over TLS, with a certificate of its own, whose authority is `ca`. Throws where the port is
 * taken.
 *
 * @example
 * const receiver = await listenForDeliveries()
 * await runChecks({ baseUrl, keys, receiver }, checks, { mode: 'full' })
 * await receiver.close()
 */
export async function listenForDeliveries(options: ListenOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, url } = options
  const inbox = new Inbox()
  const { ca, cert, key } = await makeCertificate([host], { owner: 'Event Delivery receiver', days: 7 })
  let handshakes = 0
  let pings = 0
  const underWay: UnderWay = { bytes: 0 }
  const server = createServer({ cert, key }, (request, response) => {
    if (request.method === 'GET' && request.url?.endsWith('/preflight')) {
      pings += 1
      response.writeHead(204).end()
      return
    }
    const { url: path = '/' } = request
    if (!inbox.wants(path)) {
      response.writeHead(inbox.pass(path)).end()
      // Its body is let past, unread, so that the sender sees the answer.
      request.resume()
      return
    }
    void take(request, inbox, underWay).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(413, { connection: 'close' }).end(() => request.destroy()),
    )
  })
  server.maxConnections = mostConnections
  server.requestTimeout = longestRequest
  server.on('tlsClientError', () => (handshakes += 1))
  await listen(server, host, port)
  const { port: bound } = server.address() as AddressInfo
  const baseUrl = (url ?? `https://${host.includes(':') ? `[${host}]` : host}:${bound}`).replace(/\/+$/, '')

  return {
    baseUrl,
    inbox,
    ca,
    trouble: () =>
      handshakes > 0
        ? `The service connected to ${baseUrl}, but its TLS handshake failed: it may not trust the receiver's certificate.`
        : undefined,
    async preflight() {
      // Without a public URL the service reaches this machine directly, and there is no way to try.
      if (url === undefined) return
      const before = pings
      const send = options.fetch ?? ((request: Request) => fetch(request))
      const answer = await send(new Request(`${baseUrl}/preflight`, { signal: AbortSignal.timeout(10_000) }))
      await answer.body?.cancel()
      if (pings === before)
        throw new Error(`GET ${baseUrl}/preflight was answered by ${answer.status}, not by the receiver.`)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

/** Hands a delivery to the inbox and resolves to the status that answers it. Rejects where it is too large. */
async function take(request: IncomingMessage, inbox: Inbox, underWay: UnderWay): Promise<number> {
  const { method = '', url = '/', headersDistinct } = request
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      underWay.bytes += chunk.length
      if (size > largest || underWay.bytes > largestTogether) {
        inbox.pass(url)
        throw new Error('The delivery is too large.')
      }
      chunks.push(chunk)
    }
    const headers = new Headers()
    for (const [name, values] of Object.entries(headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value)
    }
    return inbox.accept({ method, path: url, headers, body: new Uint8Array(Buffer.concat(chunks)) })
  } finally {
    underWay.bytes -= size
  }
}

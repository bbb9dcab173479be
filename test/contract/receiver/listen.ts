import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { makeCertificate, type Certificate } from '../../../src/core/certificate'
import { Inbox } from './inbox'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
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
  const { host = '127.0.0.1', port = 0 } = options
  const certificate = await makeCertificate([host], { owner: 'Event Delivery receiver', days: 7 })
  const receiver = new ListeningReceiver(options, certificate)
  await receiver.listen(host, port)
  const { baseUrl, inbox, ca } = receiver
  // Callers put an end of their own into a copy of a receiver, so this is an object of functions.
  return {
    ...{ baseUrl, inbox, ca },
    trouble: () => receiver.trouble(),
    preflight: () => receiver.preflight(),
    close: () => receiver.close(),
  }
}

class ListeningReceiver {
  readonly inbox = new Inbox()
  readonly ca: string
  baseUrl = ''
  readonly #server: Server
  /** How many TLS handshakes failed. */
  #failedHandshakes = 0
  /** How many preflight requests arrived. */
  #preflights = 0
  /** Bytes of the bodies that have begun to arrive. */
  #underWay = 0

  constructor(
    private readonly options: ListenOptions,
    { ca, cert, key }: Certificate,
  ) {
    this.ca = ca
    this.#server = createServer({ cert, key }, (request, response) => this.#answer(request, response))
    this.#server.maxConnections = mostConnections
    this.#server.requestTimeout = longestRequest
    this.#server.on('tlsClientError', () => (this.#failedHandshakes += 1))
  }

  async listen(host: string, port: number): Promise<void> {
    // It rejects where the server cannot listen.
    await once(this.#server.listen(port, host), 'listening')
    const { port: bound } = this.#server.address() as AddressInfo
    const own = `https://${host.includes(':') ? `[${host}]` : host}:${bound}`
    this.baseUrl = (this.options.url ?? own).replace(/\/+$/, '')
  }

  trouble(): string | undefined {
    if (this.#failedHandshakes === 0) return undefined
    return `The service connected to ${this.baseUrl}, but its TLS handshake failed: it may not trust the receiver's certificate.`
  }

  async preflight(): Promise<void> {
    const { url, fetch: send = (request: Request) => fetch(request) } = this.options
    // Without a public URL the service reaches this machine directly, and there is no way to try.
    if (url === undefined) return
    const before = this.#preflights
    const signal = AbortSignal.timeout(10_000)
    const answer = await send(new Request(`${this.baseUrl}/preflight`, { signal }))
    await answer.body?.cancel()
    if (this.#preflights === before)
      throw new Error(`GET ${this.baseUrl}/preflight was answered by ${answer.status}, not by the receiver.`)
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url: path = '/' } = request
    if (method === 'GET' && path.endsWith('/preflight')) {
      this.#preflights += 1
      response.writeHead(204).end()
      return
    }
    if (!this.inbox.wants(path)) {
      response.writeHead(this.inbox.pass(path)).end()
      // Its body is let past, unread, so that the sender sees the answer.
      request.resume()
      return
    }
    void this.#take(request, () => !response.destroyed).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(413, { connection: 'close' }).end(() => request.destroy()),
    )
  }

  /** Hands a delivery to the inbox and resolves to the status that answers it. Rejects where it is too large. */
  async #take(request: IncomingMessage, waits: () => boolean): Promise<number> {
    const { method = '', url = '/', headersDistinct } = request
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length
        this.#underWay += chunk.length
        if (size > largest || this.#underWay > largestTogether) {
          this.inbox.pass(url)
          throw new Error('The delivery is too large.')
        }
        chunks.push(chunk)
      }
      const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      const body = new Uint8Array(Buffer.concat(chunks))
      return await this.inbox.take({ method, path: url, headers: new Headers(headers), body }, waits)
    } finally {
      this.#underWay -= size
    }
  }
}

import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Logger } from '../logger'
import { isInternal, isLoopback } from './addresses'

const longestDiscard = 65_536
const discardTimeout = 1_000

/** Options of {@link createDeliveryFetch}. */
export interface DeliveryFetchOptions {
  /** Whether private, loopback and link-local addresses may be reached. True unless given: a mock is for this machine. */
  allowInternal?: boolean
  logger?: Logger
}

/**
 * A `fetch` for the deliveries of a backend in Node. Receivers on loopback may present any certificate, others one
 * that the system trusts. Every address that a name resolves to is judged, and the connection goes to the addresses
 * that were judged. Redirects are not followed.
 *
 * @example
 * const backend = createBackend({ fetch: createDeliveryFetch() })
 */
export function createDeliveryFetch({
  allowInternal = true,
  logger,
}: DeliveryFetchOptions = {}): typeof fetch {
  const told = new Set<string>()

  function tellUnverified(origin: string) {
    if (told.has(origin) || told.size >= 1_000) return
    told.add(origin)
    logger?.info?.(`${origin} is on loopback: its certificate is not verified.`)
  }

  return async (input, init) => {
    const request = new Request(input, init)
    const body = Buffer.from(await request.arrayBuffer())
    const url = new URL(request.url)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !allowInternal && isInternal(host)) throw refused(host)

    const trusted = isIP(host) ? isLoopback(host) : host === 'localhost' || host.endsWith('.localhost')
    const secure = url.protocol === 'https:'
    if (trusted && secure) tellUnverified(url.origin)
    return send(secure ? requestTls : requestPlain, url, body, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), 'content-length': String(body.length) },
      signal: request.signal,
      // A name of this machine is pinned to it, or "any certificate" would hold for wherever it leads.
      lookup: judged(
        (address) => (!trusted || isLoopback(address)) && (allowInternal || !isInternal(address)),
      ),
      ...(secure ? { rejectUnauthorized: !trusted } : {}),
    })
  }
}

function send(
  request: typeof requestPlain,
  url: URL,
  body: Buffer,
  options: RequestOptions,
): Promise<Response> {
  return new Promise((done, fail) => {
    const outgoing = request(url, options, (incoming) => {
      done(responseOf(incoming))
      discardBody(incoming)
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}

/** Only status and headers count. A short body is read to its end, so that the connection can be used again. */
function discardBody(incoming: IncomingMessage): void {
  let size = 0
  incoming.on('error', () => {})
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > longestDiscard) incoming.destroy()
  })
  incoming.setTimeout(discardTimeout, () => incoming.destroy())
}

function responseOf({ statusCode = 502, rawHeaders }: IncomingMessage): Response {
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  }
  // A Response cannot have any other status. A receiver that answers so did not succeed.
  return new Response(null, { status: statusCode >= 200 && statusCode <= 599 ? statusCode : 502, headers })
}

/** Resolves a name to those of its addresses that may be reached. The connection uses these and asks no second time. */
function judged(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      const reachable = addresses.filter(({ address }) => mayReach(address))
      const first = reachable[0]
      if (!first) return callback(refused(hostname), [])
      if (options.all) callback(null, reachable)
      else callback(null, first.address, first.family)
    })
  }
}

function refused(host: string): Error {
  return new Error(
    `${host} leads to an address that deliveries may not reach. Start the mock with --allow-private.`,
  )
}

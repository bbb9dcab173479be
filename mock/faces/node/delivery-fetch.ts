import type { LookupAddress } from 'node:dns'
import { lookup as resolve } from 'node:dns/promises'
import { Agent, request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Logger } from '../../settings/logger'
import { isLoopback } from '../../http/loopback'
import { isInternal } from './addresses'
import { authoritiesWith } from './authorities'
import type { Forwards } from '../../deliveries/forwards'

const longestDiscard = 65_536
const discardTimeout = 1_000
const keepAlive = { keepAlive: true, timeout: 5_000 }

/**
 * Options of {@link createDeliveryFetch}.
 *
 * @example
 * const options: DeliveryFetchOptions = { allowInternal: false, ca: [readFileSync('ca.pem', 'utf8')] }
 */
export interface DeliveryFetchOptions {
  /** Whether deliveries may reach private, loopback and link-local addresses. True unless given, as for a mock on a developer's machine. */
  allowInternal?: boolean
  /** Forwards to follow. They are set up on purpose, so they may lead to addresses that are not allowed otherwise. */
  forwards?: Forwards
  /** Authorities (PEM) to trust beyond loopback, besides the system's. */
  ca?: readonly string[]
  /** All addresses of a name. The system's resolver unless given. */
  lookup?: Lookup
  logger?: Logger
}

/** Resolves a host name to all of its addresses. */
export type Lookup = (host: string) => Promise<LookupAddress[]>

/**
 * Makes a `fetch` for the deliveries of a backend in Node. Receivers on loopback may present any certificate, others need
 * one that the system trusts. Each address of a name is judged, and the connection uses only addresses that were judged.
 * Redirects are not followed.
 *
 * @example
 * const backend = createBackend({ fetch: createDeliveryFetch() })
 */
export function createDeliveryFetch({
  allowInternal = true,
  forwards,
  ca = [],
  lookup = (host) => resolve(host, { all: true }),
  logger,
}: DeliveryFetchOptions = {}): typeof fetch {
  const reported = new Set<string>()
  const authorities = authoritiesWith(ca)
  // A reused connection is not judged again, so forwarded deliveries, which may go anywhere, have agents of their own.
  const agents = { direct: createAgents(), forwarded: createAgents() }

  function reportUnverified(origin: string) {
    if (reported.has(origin) || reported.size >= 1_000) return
    reported.add(origin)
    logger?.info?.(`${origin} is on loopback: its certificate is not verified.`)
  }

  return async (input, init) => {
    const { url: asked, method, headers, body, signal } = await outgoing(input, init)
    const target = forwards?.target(asked) ?? asked
    const forwarded = target !== asked
    const url = new URL(target)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const mayReach = (address: string) => allowInternal || forwarded || !isInternal(address)
    if (isIP(host) && !mayReach(host)) throw refused(host)

    const local = isLoopback(host)
    const secure = url.protocol === 'https:'
    if (local && secure) reportUnverified(url.origin)
    const { plain, tls } = forwarded ? agents.forwarded : agents.direct
    return send(secure ? requestTls : requestPlain, url, body, {
      agent: secure ? tls : plain,
      method,
      headers: { ...headers, 'content-length': String(body.length) },
      signal,
      // A loopback name may only resolve to loopback, because its certificate is not verified.
      lookup: reachableAddresses(lookup, (address) => (!local || isLoopback(address)) && mayReach(address)),
      ...(secure ? { rejectUnauthorized: !local, ca: authorities } : {}),
    })
  }
}

interface Outgoing {
  url: string
  method: string
  headers: Record<string, string>
  body: Buffer
  signal?: AbortSignal
}

/** Reads the arguments of `fetch`. A `Request` costs as much as the sending, so plain arguments are read without one. */
async function outgoing(input: RequestInfo | URL, init: RequestInit = {}): Promise<Outgoing> {
  const { method = 'GET', headers, body, signal } = init
  if (typeof input === 'string' && typeof body === 'string' && isPlain(headers)) {
    return { url: input, method, headers, body: Buffer.from(body), signal: signal ?? undefined }
  }
  const request = new Request(input, init)
  return {
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
  }
}

function isPlain(headers: HeadersInit | undefined): headers is Record<string, string> {
  return headers !== undefined && !Array.isArray(headers) && !(headers instanceof Headers)
}

function createAgents() {
  return { plain: new Agent(keepAlive), tls: new TlsAgent(keepAlive) }
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

/** Discards the body of the receiver's answer. A short one is read to its end, so that the connection can be reused. */
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
  // A Response accepts only statuses from 200 to 599. Any other status counts as a failure of the receiver.
  return new Response(null, { status: statusCode >= 200 && statusCode <= 599 ? statusCode : 502, headers })
}

/** A lookup for a connection that returns only reachable addresses. The connection resolves the name just once. */
function reachableAddresses(lookup: Lookup, mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const reachable = addresses.filter(({ address }) => mayReach(address))
        const first = reachable[0]
        if (!first) callback(refused(hostname), [])
        else if (options.all) callback(null, reachable)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

function refused(host: string): Error {
  return new Error(
    `${host} leads to an address that deliveries may not reach. Start the mock with --allow-private.`,
  )
}

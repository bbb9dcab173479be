import type { LookupAddress } from 'node:dns'
import { lookup as resolve } from 'node:dns/promises'
import { Agent, request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Logger } from '../../settings/logger'
import { isInternal, isLoopback } from './addresses'
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
  /** Whether private, loopback and link-local addresses may be reached. True unless given: a mock is for this machine. */
  allowInternal?: boolean
  /** Lead URLs elsewhere. They were asked for, so they may lead to addresses that are not allowed otherwise. */
  forwards?: Forwards
  /** Authorities (PEM) to trust beyond loopback, besides the system's. */
  ca?: readonly string[]
  /** All addresses of a name. The system's resolver unless given. */
  lookup?: Lookup
  logger?: Logger
}

/** Resolves a name to all of its addresses. */
export type Lookup = (host: string) => Promise<LookupAddress[]>

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
  forwards,
  ca = [],
  lookup = (host) => resolve(host, { all: true }),
  logger,
}: DeliveryFetchOptions = {}): typeof fetch {
  const told = new Set<string>()
  const authorities = authoritiesWith(ca)
  // A connection that is used again is judged no second time: those that may lead anywhere are kept apart.
  const agents = { direct: createAgents(), forwarded: createAgents() }

  function tellUnverified(origin: string) {
    if (told.has(origin) || told.size >= 1_000) return
    told.add(origin)
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

    const local = isIP(host) ? isLoopback(host) : host === 'localhost' || host.endsWith('.localhost')
    const secure = url.protocol === 'https:'
    if (local && secure) tellUnverified(url.origin)
    const { plain, tls } = forwarded ? agents.forwarded : agents.direct
    return send(secure ? requestTls : requestPlain, url, body, {
      agent: secure ? tls : plain,
      method,
      headers: { ...headers, 'content-length': String(body.length) },
      signal,
      // A name of this machine is pinned to it, or "any certificate" would hold for wherever it leads.
      lookup: judged(lookup, (address) => (!local || isLoopback(address)) && mayReach(address)),
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

/** What is to be sent. A `Request` is made only of what is no plain call: it costs as much as the sending. */
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
function judged(lookup: Lookup, mayReach: (address: string) => boolean): LookupFunction {
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

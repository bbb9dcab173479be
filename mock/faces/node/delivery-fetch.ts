import type { LookupAddress } from 'node:dns'
import { lookup as resolve } from 'node:dns/promises'
import { Agent, request as requestPlain } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Forwards } from '../../deliveries/forwards'
import { overSockets } from '../../deliveries/signing-time'
import { contextWith } from '../../../src/core/authorities'
import { isLoopback } from '../../../src/core/url'
import type { Logger } from '../../settings/logger'
import { refuseStrayOption } from '../../settings/stray-field'
import { isInternal } from './addresses'
import { sendOnce } from './outgoing-request'

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
  /**
   * Milliseconds until a receiver must have begun to answer, whatever it does meanwhile, by the machine's own clock. 60,000
   * unless given. The limit `deliveryTimeout` of a backend, which goes by the backend's clock, usually ends an attempt earlier.
   */
  deadline?: number
  /** All addresses of a name. The system's resolver unless given. */
  lookup?: Lookup
  /** Told of receivers whose certificate is not verified. Nothing is told unless given. */
  logger?: Logger
}

/** Resolves a host name to all of its addresses. */
export type Lookup = (host: string) => Promise<LookupAddress[]>

/**
 * Makes a `fetch` for the deliveries of a backend in Node. Receivers on loopback may present any certificate, others need
 * one that the system trusts. Each address of a name is judged, and the connection uses only addresses that were judged.
 * Redirects are not followed. Of the body of an answer at most 64 KiB are read, for at most a second. Throws a `TypeError` for
 * unknown options.
 *
 * @example
 * const backend = createBackend({ fetch: createDeliveryFetch() })
 */
export function createDeliveryFetch(options: DeliveryFetchOptions = {}): typeof fetch {
  const known = ['allowInternal', 'forwards', 'ca', 'deadline', 'lookup', 'logger']
  refuseStrayOption(options, known, 'the options of createDeliveryFetch')
  const { allowInternal = true, forwards, ca = [], deadline = 60_000, logger } = options
  const { lookup = (host) => resolve(host, { all: true }) } = options
  const reported = new Set<string>()
  const secureContext = contextWith(ca)
  // A reused connection is not judged again, so forwarded deliveries, which may go anywhere, have agents of their own.
  const agents = { direct: createAgents(), forwarded: createAgents() }

  function reportUnverified(origin: string) {
    if (reported.has(origin) || reported.size >= 1_000) return
    reported.add(origin)
    logger?.info?.(`${origin} is on loopback: its certificate is not verified.`)
  }

  return overSockets(async (input, init) => {
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
    return sendOnce(secure ? requestTls : requestPlain, url, {
      body,
      deadline,
      agent: secure ? tls : plain,
      method,
      headers: { ...headers, 'content-length': String(body.length) },
      signal,
      // A loopback name may only resolve to loopback, because its certificate is not verified.
      lookup: reachableAddresses(lookup, (address) => (!local || isLoopback(address)) && mayReach(address)),
      ...(secure ? { rejectUnauthorized: !local, secureContext } : {}),
    })
  })
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

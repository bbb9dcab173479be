import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { isLoopback } from '../../../src/core/url'
import { invalidRequest, Refusal } from '../../http/refusal'
import { nameOfAddress, parseHost, parseHosts, type HostName } from './hosts'
import { isOwnOrigin, parseOrigins } from './origins'

/**
 * Whom a server of Node lets in beside this machine's own pages and names.
 *
 * @example
 * const options: GateOptions = { allowOrigins: ['https://app.test'], allowHosts: ['mock', 'mock.test:4010'] }
 */
export interface GateOptions {
  /** Origins whose pages may use the mock, beside those of loopback and the mock's own. None unless given. */
  allowOrigins?: readonly string[]
  /** Names under which the mock may be addressed, with or without a port, beside loopback and its own address. None unless given. */
  allowHosts?: readonly string[]
}

/** The reason to refuse a request, `undefined` for one that may pass. */
export type Gate = (incoming: IncomingMessage) => Refusal | undefined

/**
 * Makes the gate that each request over a socket passes, whatever its path: it holds off pages of other sites (`Origin`,
 * `Sec-Fetch-Site`) and foreign names that were made to lead to this machine (`Host`). `listensOn` is the address that
 * the server was told to listen on. Throws a `TypeError` for wrong options.
 */
export function createGate({ allowOrigins = [], allowHosts = [] }: GateOptions, listensOn?: string): Gate {
  const origins = parseOrigins(allowOrigins, 'allowOrigins')
  const hosts = parseHosts(allowHosts, 'allowHosts')
  const own = listensOn === undefined ? undefined : nameOfAddress(listensOn)
  // Clients write the same Host again and again. The last one that names loopback or the mock's own address is not read anew.
  let lastOwn: string | undefined

  function isAllowedName(host: HostName, { socket }: IncomingMessage): boolean {
    const { name } = host
    if (hosts.some((allowed) => allowed.name === name && portFits(allowed, host, socket))) return true
    // No page can be made to lead elsewhere by a bare address, so the one that the client has connected to is right.
    return socket.localAddress !== undefined && name === nameOfAddress(socket.localAddress)
  }

  return (incoming) => {
    const addressed = hostOf(incoming)
    if (addressed instanceof Refusal) return addressed
    if (addressed && addressed !== lastOwn) {
      const host = parseHost(addressed)
      if (!host) return invalidRequest('The Host header names no host.')
      if (isLoopback(host.name) || host.name === own) lastOwn = addressed
      else if (!isAllowedName(host, incoming)) return foreignHost(host)
    }
    const { origin, 'sec-fetch-site': site } = incoming.headers
    if (origin !== undefined) {
      return origins.has(origin) || isOwnOrigin(origin, addressed) ? undefined : foreignOrigin(origin)
    }
    return site === 'cross-site' && !isVisit(incoming) ? foreignSite() : undefined
  }
}

/** The host that a request addresses, as it was written. `undefined` where HTTP/1.0 names none. */
function hostOf({
  headers,
  rawHeaders,
  httpVersion,
  url = '',
}: IncomingMessage): string | Refusal | undefined {
  let sent = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') sent++
  }
  // RFC 9112 section 3.2: not exactly one Host header is refused.
  if (sent > 1) return invalidRequest('The request has more than one Host header.')
  // HTTP/2 has the pseudo-header in its place.
  const host = headers.host ?? (headers[':authority'] as string | undefined)
  if (host === undefined && httpVersion !== '1.0')
    return invalidRequest('The request must have a Host header.')
  if (host === '') return invalidRequest('The Host header names no host.')
  if (url.startsWith('/') || url === '*') return host
  // RFC 9112 section 3.2.2: the host of an absolute target counts in place of the header.
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  return authority ?? invalidRequest('The target of the request is neither a path nor an http URL.')
}

function portFits(allowed: HostName, { port }: HostName, socket: IncomingMessage['socket']): boolean {
  const standard = (socket as TLSSocket).encrypted ? '443' : '80'
  return allowed.port === undefined || allowed.port === (port ?? standard)
}

/** Whether a browser follows a link to the inspector. The page with the link cannot read the inspector, so the gate lets the request pass. */
function isVisit({ method, url = '', headers }: IncomingMessage): boolean {
  const isTopLevel = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && isTopLevel && /^\/(__mock\/?)?(\?|$)/.test(url)
}

function forbidden(message: string): Refusal {
  return new Refusal(403, 'forbidden', message)
}

function foreignHost({ name, port }: HostName): Refusal {
  const host = port === undefined ? name : `${name}:${port}`
  return forbidden(
    `This mock is not addressed as ${host}. If that is its name, start it with --allow-host ${name}, or give allowHosts: ['${name}'].`,
  )
}

function foreignOrigin(origin: string): Refusal {
  return forbidden(
    `Pages of ${origin} may not use this mock. If they should, start it with --allow-origin ${origin}, or give allowOrigins: ['${origin}'].`,
  )
}

function foreignSite(): Refusal {
  return forbidden(
    'Pages of another site may not use this mock. If they should, start it with --allow-origin and the origin of the page, and let the page send its Origin.',
  )
}

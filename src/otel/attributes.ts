import type { Attributes } from '@opentelemetry/api'
import type { CallInfo } from '../transport/hooks'

// The methods of RFC 9110 and RFC 5789, which the semantic conventions take as known.
const knownMethods = 'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' ')

const defaultPorts: Record<string, number> = { 'https:': 443, 'http:': 80 }

/** The attributes without those that are `undefined`. A metric would take such an attribute for a value of its own. */
export const defined = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))

/** The address and the port of a server. An IPv6 address stands in a URL in brackets, which are not part of it. */
function serverOf(url: string): Attributes {
  const { hostname, port, protocol } = new URL(url)
  return {
    'server.address': hostname.replace(/^\[|\]$/g, ''),
    'server.port': port ? Number(port) : defaultPorts[protocol],
  }
}

/** The attributes of a call that have few values: those of its metrics, and of its spans too. */
export function requestAttributes({ method, url, template }: CallInfo): Attributes {
  return defined({
    'http.request.method': knownMethods.includes(method) ? method : '_OTHER',
    'url.template': template || undefined,
    ...serverOf(url),
  })
}

/** The name of an attempt's span: `POST /v1/events`, or the method alone where the path has no template. */
export function attemptName({ method, template }: CallInfo): string {
  const known = knownMethods.includes(method) ? method : 'HTTP'
  return template ? `${known} ${template}` : known
}

/** The URL without its query, which may hold personal data. */
export const urlWithoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')

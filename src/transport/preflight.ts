import { refuse } from '../errors/refuse'

/** Refuses an API key that would break the header that carries it, or leak from it. Keys with unknown prefixes pass. */
export function checkKey(key: unknown): asserts key is string {
  // The message must not quote the key.
  if (typeof key !== 'string' || !/^(?!whsec_)[!-~]+$/.test(key)) {
    refuse('apiKey', 'is missing or malformed. Give it as an option or in EVENT_DELIVERY_API_KEY.')
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1])$/

/**
 * Refuses a base URL that would send the key in the clear, and one that carries credentials, a query or a fragment.
 *
 * @param allowHttp The hosts besides loopback that may be reached without TLS: `host` for all of its ports, or `host:port`.
 */
export function checkBaseUrl(text = '', allowHttp: readonly string[] = []): string {
  const { protocol, hostname, port, host, href } = new URL(URL.canParse(text) ? text : 'none:')
  if (!/^https?:[^@?#]*$/.test(href)) refuse('baseUrl', 'must be an https URL, or http on loopback.')
  if (
    protocol === 'http:' &&
    !loopback.test(hostname) &&
    !allowHttp.some((name) => [hostname, `${hostname}:${port || 80}`].includes(name.toLowerCase()))
  ) {
    refuse(
      'baseUrl',
      `must be an https URL. Inside a network of your own, permit http by allowHttp: ['${host}'].`,
    )
  }
  return href.replace(/\/+$/, '')
}

/** Refuses a path parameter that would lead to another path than the one that was meant. */
export function checkPathParameter(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?!\.+$)[^\s\p{C}/\\?#%{}]+$/u.test(value)) {
    return refuse(name, 'must be an id as the service returned it.')
  }
  return value
}

/** Refuses a limit that would let nothing through. */
export function checkPositive(name: string, limit: number): number {
  return limit > 0 ? limit : refuse(name, 'must be positive.')
}

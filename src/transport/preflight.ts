import { loopback, parseUrl } from '../core/url'
import { given } from '../errors/printable'
import { refuse, refuseValue } from '../errors/refuse'

/** The words of a message that say how to set an option which has an environment variable. */
export const setOption = (name: string, variable: string): string =>
  `Set the option ${name} or EVENT_DELIVERY_${variable}`

const keyFaults: [RegExp, string][] = [
  [/^$/, 'is missing'],
  [/^bearer\b/i, 'must be the key alone, without "Bearer"'],
  [/^whsec_/, 'is the secret of a webhook'],
  [/[^!-~]/, 'has a space, a line end or another character that no key has'],
]

/** Refuses an API key that would break the header that carries it, or leak from it. Keys with unknown prefixes pass. */
export function checkKey(key: unknown): asserts key is string {
  // The message must not quote the key.
  const fault =
    typeof key === 'string' || key == null
      ? keyFaults.find(([pattern]) => pattern.test(key ?? ''))?.[1]
      : `is ${given(key)}, and no text`
  if (fault) refuse('apiKey', `${fault}. ${setOption('apiKey', 'API_KEY')}.`)
}

/**
 * Refuses a base URL that would send the key in the clear, and one that carries credentials, a query or a fragment.
 *
 * @param allowHttp The hosts besides loopback that may be reached without TLS: `host` for all of its ports, or `host:port`.
 */
export function checkBaseUrl(text: unknown, allowHttp: readonly string[] = []): string {
  const { protocol = '', host, hostname = '', port, href = '' } = (parseUrl(text) ?? {}) as Partial<URL>
  const isPermitted = (name: string) => [hostname, `${hostname}:${port || 80}`].includes(name.toLowerCase())
  // A text that may hold credentials is not quoted.
  const fault = !text
    ? 'is missing'
    : /[@?#]/.test(text as string)
      ? 'must have no user name, password, query or fragment'
      : !/^https?:$/.test(protocol)
        ? `is ${given(text)}, and must begin with https://`
        : protocol === 'http:' && !loopback.test(hostname) && !allowHttp.some(isPermitted)
          ? `would send the key in the clear: use https, or permit it by allowHttp: ['${host}']`
          : ''
  if (fault) refuse('baseUrl', `${fault}. ${setOption('baseUrl', 'BASE_URL')}.`)
  return href.replace(/\/+$/, '')
}

/** Refuses a path parameter that would lead to another path than the one that was meant. */
export const checkPathParameter = (name: string, value: unknown): string =>
  typeof value === 'string' && /^(?!\.+$)[^\s\p{C}/\\?#%{}]+$/u.test(value)
    ? value
    : refuseValue(name, value, 'give the id as the service returned it.')

/** Refuses a limit of 0 or less, which would let nothing through. */
export const checkPositive = (name: string, limit: number): number =>
  typeof limit === 'number' && limit > 0
    ? limit
    : refuseValue(name, limit, 'give a number above 0, or Infinity.')

/** Refuses a count that is none. */
export const checkCount = (name: string, count: number): number =>
  typeof count === 'number' && count >= 0 ? count : refuseValue(name, count, 'give 0 or more.')

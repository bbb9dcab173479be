import { given } from '../errors/printable'
import { refuse } from '../errors/refuse'

const setOption = (name: string, variable: string) => `Set the option ${name} or EVENT_DELIVERY_${variable}.`

const keyFaults: [RegExp, string][] = [
  [/^$/, 'is missing'],
  [/^bearer\b/i, 'must be the key alone, without "Bearer"'],
  [/^whsec_/, 'is the secret of a webhook and no API key'],
  [/\s/, 'has white space or a line end in it'],
  [/[^!-~]/, 'has a character that no header can carry'],
]

/** Refuses an API key that would break the header that carries it, or leak from it. Keys with unknown prefixes pass. */
export function checkKey(key: unknown): asserts key is string {
  // The message must not quote the key.
  const fault =
    typeof key === 'string' || key == null
      ? keyFaults.find(([pattern]) => pattern.test(key ?? ''))?.[1]
      : `is ${given(key)}, and neither text nor a function that returns it`
  if (fault) refuse('apiKey', `${fault}. ${setOption('apiKey', 'API_KEY')}`)
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1])$/

function parseUrl(text: unknown): URL | undefined {
  try {
    return new URL(text as string)
  } catch {
    return undefined
  }
}

/**
 * Refuses a base URL that would send the key in the clear, and one that carries credentials, a query or a fragment.
 *
 * @param allowHttp The hosts besides loopback that may be reached without TLS: `host` for all of its ports, or `host:port`.
 */
export function checkBaseUrl(text: unknown, allowHttp: readonly string[] = []): string {
  const url = parseUrl(text)
  const { protocol = '', hostname = '', port } = url ?? {}
  const isPermitted = (host: string) => [hostname, `${hostname}:${port || 80}`].includes(host.toLowerCase())
  // What may hold credentials is not quoted.
  const fault = !text
    ? 'is missing'
    : !url
      ? `is ${/@/.test(text as string) ? 'no URL' : `${given(text)}, and no URL`}: it begins with https://`
      : /[@?#]/.test(url.href)
        ? 'must have no user name, password, query or fragment'
        : protocol === 'http:' && !loopback.test(hostname) && !allowHttp.some(isPermitted)
          ? `would send the key in the clear: use https, or permit it by allowHttp: ['${url.host}']`
          : !/^https?:$/.test(protocol) && 'must begin with https://'
  if (fault) refuse('baseUrl', `${fault}. ${setOption('baseUrl', 'BASE_URL')}`)
  return (url as URL).href.replace(/\/+$/, '')
}

/** Refuses a path parameter that would lead to another path than the one that was meant. */
export function checkPathParameter(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?!\.+$)[^\s\p{C}/\\?#%{}]+$/u.test(value)) {
    return refuse(name, `is ${given(value)}: give the id as the service returned it.`)
  }
  return value
}

/** Refuses a limit that would let nothing through. */
export function checkPositive(name: string, limit: number): number {
  return typeof limit === 'number' && limit > 0
    ? limit
    : refuse(name, `is ${given(limit)}: give a number above 0, or Infinity for no limit.`)
}

/** Refuses a count that is none. */
export function checkCount(name: string, count: number): number {
  return typeof count === 'number' && count >= 0 ? count : refuse(name, `is ${given(count)}: give 0 or more.`)
}

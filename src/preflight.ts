import { InvalidRequestError } from './errors/api-errors'

/** Refuses what the service could only refuse too, before anything is sent. The message goes on where the name of the field ends. */
export function refuse(param: string, message: string, cause?: unknown): never {
  throw new InvalidRequestError(`${param} ${message}`, { code: 'invalid_request', param }, cause)
}

/** Refuses a key that would break or leak in the header that carries it. Unknown prefixes pass. */
export function checkKey(key: unknown): asserts key is string {
  // The message must not quote the key.
  if (typeof key !== 'string' || !/^(?!whsec_)[!-~]+$/.test(key)) {
    refuse('apiKey', 'is missing or malformed.')
  }
}

/** Refuses a base URL that would send the key in the clear, and one that carries more than an address. */
export function checkBaseUrl(text = ''): string {
  const href = URL.canParse(text) ? new URL(text).href : ''
  if (!/^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1])[:/])[^@?#]*$/.test(href)) {
    refuse('baseUrl', 'must be https or loopback.')
  }
  return href.replace(/\/+$/, '')
}

/** Refuses a path parameter that would lead to another path than the one that was meant. */
export function checkSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?!\.+$)[^\s\p{C}/\\?#%{}]+$/u.test(value)) {
    return refuse(name, 'must be an id.')
  }
  return value
}

/** Headers of several sources, the later ones winning. Refuses by its name one that `fetch` would refuse by quoting its value. */
export function mergeHeaders(...sources: (HeadersOption | '' | undefined)[]): Headers {
  const merged = new Headers()
  for (const source of sources) {
    let at: unknown
    try {
      for (const [name, value] of Symbol.iterator in Object(source)
        ? (source as Headers)
        : Object.entries((source || {}) as Record<string, string>)) {
        at = name
        if (value != null) merged.set(name, value)
      }
    } catch {
      // A name that is none may be a secret that was put in its place.
      refuse('headers', `cannot be sent: ${String(at).replace(/[^a-z\d-].*/is, '')}.`)
    }
  }
  return merged
}

/** Refuses a limit that would let nothing through, by mistake. */
export function checkPositive(name: string, limit: number): number {
  return limit > 0 ? limit : refuse(name, 'must be positive.')
}

/** Headers to send along. `undefined` leaves one out. */
export type HeadersOption = Headers | Record<string, string | undefined>

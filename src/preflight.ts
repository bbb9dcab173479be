import { InvalidRequestError } from './errors/api-errors'
import type { CallContext } from './errors/request-errors'

/** Refuses what the service could only refuse too, before anything is sent. */
export function refuse(
  param: string,
  message: string,
  context?: Partial<CallContext>,
  cause?: unknown,
): never {
  throw new InvalidRequestError(message, { code: 'invalid_request', param }, context, cause)
}

/** Refuses a key that would break or leak in the header that carries it. Unknown prefixes pass. */
export function checkKey(key: unknown): string {
  if (typeof key !== 'string' || !key) {
    return refuse('apiKey', 'apiKey is missing: pass it, or set EVENT_DELIVERY_API_KEY.')
  }
  if (key.startsWith('whsec_'))
    return refuse('apiKey', 'apiKey is the secret of a webhook. Keys begin with sk_.')
  // The message must not quote the key.
  if (!/^[!-~]+$/.test(key))
    return refuse('apiKey', 'apiKey holds a space, a line break or another character that no key has.')
  return key
}

/** Refuses a base URL that would send the key in the clear, and one that carries more than an address. */
export function checkBaseUrl(text: string | undefined): string {
  if (!text) return refuse('baseUrl', 'baseUrl is missing: pass it, or set EVENT_DELIVERY_BASE_URL.')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return refuse('baseUrl', 'baseUrl is no URL.')
  }
  const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    return refuse('baseUrl', 'baseUrl must use https. Plain http is for loopback alone.')
  }
  if (url.username || url.password || url.search || url.hash) {
    return refuse('baseUrl', 'baseUrl must hold no credentials, query or fragment.')
  }
  return url.href.replace(/\/+$/, '')
}

/** Refuses a path parameter that would lead to another path than the one that was meant. */
export function checkSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?!\.+$)[^\s/\\?#%\x00-\x1f]+$/.test(value)) {
    return refuse(name, `${name} must be an id.`)
  }
  return encodeURIComponent(value)
}

/** Refuses a header value that `fetch` would refuse by quoting it. */
export function checkHeaders(headers: HeadersOption | undefined): void {
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers ?? {})) {
    if (/[^\t\x20-\xff]/.test(value ?? '') || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      refuse('headers', `The header ${JSON.stringify(name)} cannot be sent.`)
    }
  }
}

/** Refuses a duration that would never end, or end at once, by mistake. */
export function checkDuration(name: string, ms: number): number {
  return ms > 0 ? ms : refuse(name, `${name} must be a positive number of milliseconds.`)
}

/** Headers to send along. `undefined` leaves one out. */
export type HeadersOption = Headers | Record<string, string | undefined>

import { InvalidRequestError } from './errors/api-errors'
import type { CallContext } from './errors/request-errors'

/** Refuses what the service could only refuse too, before anything is sent. */
export function refuse(
  param: string,
  message: string,
  context?: Partial<CallContext>,
  cause?: unknown,
): never {
  throw new InvalidRequestError(message, { code: 'invalid_request', param, ...context }, cause)
}

/** Refuses a key that would break or leak in the header that carries it. Unknown prefixes pass. */
export function checkKey(key: unknown): asserts key is string {
  if (!key) refuse('apiKey', 'apiKey is missing. Pass it, or set EVENT_DELIVERY_API_KEY.')
  // The message must not quote the key.
  if (!/^(?!whsec_)[!-~]+$/.test(key as string)) {
    refuse('apiKey', 'apiKey is no API key. It is the secret of a webhook, or holds a space or a line break.')
  }
}

/** Refuses a base URL that would send the key in the clear, and one that carries more than an address. */
export function checkBaseUrl(text = ''): string {
  // A text that is no URL ends as one that is wrong.
  const url = URL.canParse(text) ? new URL(text) : ({} as Partial<URL>)
  const { protocol, hostname = '', username, password, search, hash, href = '' } = url
  const isLoopback = /^((.*\.)?localhost|127(\.\d+){3}|\[::1])$/.test(hostname)
  if (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback)) &&
    !(username || password || search || hash)
  ) {
    return href.replace(/\/+$/, '')
  }
  return refuse(
    'baseUrl',
    'baseUrl must be an https URL (http on loopback alone) without credentials, query and fragment. Pass it, or set EVENT_DELIVERY_BASE_URL.',
  )
}

/** Refuses a path parameter that would lead to another path than the one that was meant. */
export function checkSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?!\.+$)[^\s/\\?#%\0-\x1f]+$/.test(value)) {
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
  return ms > 0 ? ms : refuse(name, `${name} must be positive, in milliseconds.`)
}

/** Headers to send along. `undefined` leaves one out. */
export type HeadersOption = Headers | Record<string, string | undefined>

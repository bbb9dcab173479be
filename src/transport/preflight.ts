import { refuse } from '../errors/refuse'

/** Refuses an API key that would break the header that carries it, or leak from it. Keys with unknown prefixes pass. */
export function checkKey(key: unknown): asserts key is string {
  // The message must not quote the key.
  if (typeof key !== 'string' || !/^(?!whsec_)[!-~]+$/.test(key)) {
    refuse('apiKey', 'is missing or malformed. Give it as an option or in EVENT_DELIVERY_API_KEY.')
  }
}

/** A URL as it is sent, or empty text for what is none. React Native has no `URL.canParse`. */
function hrefOf(text: string): string {
  try {
    return new URL(text).href
  } catch {
    return ''
  }
}

/** Refuses a base URL that would send the key in the clear, and one that carries credentials, a query or a fragment. */
export function checkBaseUrl(text = ''): string {
  const href = hrefOf(text)
  if (!/^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1])[:/])[^@?#]*$/.test(href)) {
    refuse('baseUrl', 'must be an https URL, or http on loopback.')
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

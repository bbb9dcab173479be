import { refuse } from '../errors/refuse'

/** Headers to send along. `undefined` leaves one out, also where the client has it for all calls. */
export type HeadersOption = Headers | Record<string, string | undefined>

/**
 * The headers that a caller gave, in any form that `fetch` takes, over those of `defaults`. One that cannot be sent is refused by its
 * name, since `fetch` would quote its value, which may be a secret.
 */
export function toHeaders(given?: HeadersOption, defaults?: HeadersInit): Headers {
  const headers = new Headers(defaults)
  let name: unknown
  try {
    const own = Object(given) as Headers
    const pairs: Iterable<[string, string | undefined]> = Symbol.iterator in own ? own : Object.entries(own)
    for (const [key, value] of pairs) {
      name = key
      if (value == null) headers.delete(key)
      else headers.set(key, value)
    }
  } catch {
    // A caller may have mixed up name and value: only what can be a name is quoted.
    refuse(
      'headers',
      `cannot be sent: ${String(name).replace(/[^a-z\d-].*/is, '')}. Leave out line ends, and what is not Latin-1.`,
    )
  }
  return headers
}

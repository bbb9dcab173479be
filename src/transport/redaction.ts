import { printable } from '../errors/printable'

/** Makes a text from elsewhere fit to be shown: replaces keys and secrets, and escapes control characters. */
export interface Redactor {
  (text: string): string
  /** Adds a key, which may have an unknown prefix. */
  add(key: string): void
  /** A redactor for one call. Whatever is added to this one meanwhile, it keeps the keys that the call itself has used. */
  forCall(): Redactor
}

const hidden = '[redacted]'
// A rotated key may still stand in answers to requests that were made with it.
const maxRecent = 4
// A short key may also be a part of other text, which would be mangled.
const minLength = 8
// The part of a long key by which its encodings are recognised.
const maxLength = 64

const hexOf = (character: string) => character.charCodeAt(0).toString(16)

/** A pattern for a character as it is, escaped in JSON, or percent-encoded, in the alphabet of base64 or in that of base64url. */
const spelling = (character: string) => {
  const code = hexOf(character)
  const plain = { '+': '[+-]', '/': '[/_]' }[character] ?? `\\x${code}`
  return `(?:\\\\{0,3}${plain}|(?:%(?:25){0,2}|\\\\{1,3}u00)${code})`
}

const spelled = (text: string) => Array.from(text, spelling).join('')

/** The characters of base64 that a key alone decides when so many bytes stand before it. */
const base64At = (offset: number, key: string) =>
  btoa('\0'.repeat(offset) + key).slice(
    Math.ceil((offset * 4) / 3),
    Math.floor(((offset + key.length) * 4) / 3),
  )

/** Matches a key in each form in which a service, a proxy or a runtime may echo it, and what of the same word follows it. */
function encodingsOf(key: string): RegExp {
  const start = key.slice(0, maxLength)
  const encoded = [0, 1, 2].map((offset) => spelled(base64At(offset, start)) + '[\\w+/=-]*')
  const hex = Array.from(start, hexOf).join('[ :]?')
  const tail = start === key ? '' : '[^\\s"\'<>,;]*'
  return new RegExp([spelled(start) + tail, hex + tail, ...encoded].join('|'), 'gi')
}

/** A key that is replaced wherever it stands. */
interface Hider {
  key: string
  hide(text: string): string
}

function createHider(key: string): Hider {
  let encodings: RegExp | undefined
  const hide = (text: string) =>
    // No form of a key is shorter than the key. Most texts are request ids, of calls that succeed.
    text.length < key.length
      ? text
      : text.replaceAll(key, hidden).replace((encodings ??= encodingsOf(key)), hidden)
  return { key, hide }
}

/** Makes a redactor, which remembers the latest keys. */
export function createRedactor(): Redactor {
  let recent: Hider[] = []

  const redactorOf = (own?: Set<Hider>): Redactor => {
    const redact = (text: string) => {
      const hiders = [...new Set([...(own ?? []), ...recent])]
      // The longest first: a key may be the beginning of another.
      hiders.sort((a, b) => b.key.length - a.key.length)
      return printable(hiders.reduce((rest, { hide }) => hide(rest), text))
    }
    return Object.assign(redact, {
      add(key: string) {
        if (key.length < minLength) return
        let hider = recent.find((known) => known.key === key)
        if (!hider) recent = [(hider = createHider(key)), ...recent].slice(0, maxRecent)
        own?.add(hider)
      },
      forCall: () => redactorOf(new Set()),
    })
  }
  return redactorOf()
}

/** An address without its query and its fragment. */
export const bareUrl = (url: string): string => url.replace(/[?#].*/s, '')

/** The parts of an error that are kept. */
export interface RedactedError extends Error {
  code?: string
  cause?: RedactedError
}

/**
 * A copy of whatever was thrown, with only what can be redacted: name, message, stack, code and cause. It reads them from any object,
 * since another realm has an `Error` class of its own.
 */
export function redactedCause(thrown: unknown, redact: Redactor, depth = 4): RedactedError {
  const copy = new Error() as RedactedError
  try {
    const original = Object(thrown) as Partial<Record<'name' | 'message' | 'stack' | 'code', string>> & {
      cause?: unknown
    }
    const message = String(original.message ?? thrown)
    copy.message = redact(message)
    for (const name of ['name', 'code'] as const) {
      if (original[name]) copy[name] = redact(String(original[name]))
    }
    if (original.stack) {
      // The message stands in the stack, and its line ends are not the stack's own.
      const lines = String(original.stack)
        .replace(message, () => copy.message)
        .split('\n')
      copy.stack = lines.map(redact).join('\n')
    }
    if (original.cause && depth) copy.cause = redactedCause(original.cause, redact, depth - 1)
  } catch {
    // The value has getters that throw, or cannot be turned into text.
  }
  return copy
}

/** A copy of an answer's headers, redacted. */
export const redactedHeaders = (headers: Headers, redact: Redactor): Headers =>
  new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)]))

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

// An escape of JSON, and what escapes a quote.
const jsonEscapes = /\\+u00([\da-f]{2})|\\+/gi
const percentEncoded = /%([\da-f]{2})/gi
// A text may have been percent-encoded twice: by the service, and by what passed it on.
const maxReadings = 3
// The separators that may stand between the bytes of a text in hex.
const hexSeparators = /[ :]/g
const restOfWord = /[\w+/=%-]*/y

/** A text without its encodings. */
interface Reading {
  plain: string
  /** The place in the text at which a character of `plain` begins. */
  startOf: (at: number) => number
}

/** The same text for both alphabets of base64 and for upper and lower case. Its length stays as it is. */
const fold = (text: string) =>
  text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/-/g, '+')
    .replace(/_/g, '/')

/** Reads what was read, or a text itself, once more: replaces what matches the pattern by the character that it encodes, or by nothing. */
function read({ plain: text, startOf }: Reading, pattern: RegExp): Reading {
  if (text.search(pattern) < 0) return { plain: fold(text), startOf }
  const starts: number[] = []
  let plain = ''
  let position = 0
  const copyUntil = (end: number) => {
    plain += text.slice(position, end)
    for (; position < end; position++) starts.push(position)
  }
  for (const match of text.matchAll(pattern)) {
    copyUntil(match.index)
    const code = match[1]
    const character = code ? String.fromCharCode(parseInt(code, 16)) : ''
    // A backslash may be an escape as well as a character, and is left out in both cases.
    if (character && character !== '\\') {
      plain += character
      starts.push(position)
    }
    position += match[0].length
  }
  copyUntil(text.length)
  starts.push(text.length)
  return { plain: fold(plain), startOf: (at) => startOf(starts[at] as number) }
}

const unread = (text: string): Reading => ({ plain: text, startOf: (at) => at })

/** The characters of base64 that a key alone decides when so many bytes stand before it. */
const base64At = (offset: number, key: string) =>
  btoa('\0'.repeat(offset) + key).slice(
    Math.ceil((offset * 4) / 3),
    Math.floor(((offset + key.length) * 4) / 3),
  )

const hexOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0).toString(16)).join('')

/** A key that is hidden wherever it stands, and its forms in a text that was read. */
interface Hidden {
  key: string
  plain: string
  hex: string
  base64: string[]
}

const hiddenOf = (key: string): Hidden => ({
  key,
  plain: read(unread(key), jsonEscapes).plain,
  hex: hexOf(key),
  base64: [0, 1, 2].map((offset) => fold(base64At(offset, key))),
})

/** The part of a text that holds a key: where it begins and ends. */
type Part = [start: number, end: number]

/** Finds a form of a key in what was read. */
function findForm({ plain, startOf }: Reading, form: string): Part[] {
  const parts: Part[] = []
  if (form.length < minLength) return parts
  for (let at = plain.indexOf(form); at >= 0; at = plain.indexOf(form, at + 1)) {
    parts.push([startOf(at), startOf(at + form.length)])
  }
  return parts
}

/** Finds the keys in a text, in whichever form a service, a proxy or a runtime has echoed them. */
function findKeys(text: string, keys: readonly Hidden[]): Part[] {
  // Each reading undoes one encoding more.
  let reading = read(unread(text), jsonEscapes)
  const readings = [reading]
  while (readings.length < maxReadings && reading.plain.includes('%')) {
    reading = read(reading, percentEncoded)
    readings.push(reading)
  }
  const spaced = read(unread(text), hexSeparators)
  // The last letter of base64 belongs to the key and to what follows it alike.
  const withRestOfWord = ([start, end]: Part): Part => {
    restOfWord.lastIndex = end
    return [start, end + (restOfWord.exec(text)?.[0].length ?? 0)]
  }
  return keys.flatMap(({ plain, hex, base64 }) => [
    ...findForm(spaced, hex),
    ...readings.flatMap((reading) => [
      ...findForm(reading, plain),
      ...base64.flatMap((form) => findForm(reading, form).map(withRestOfWord)),
    ]),
  ])
}

/** Replaces the keys in a text. */
function hideKeys(text: string, keys: readonly Hidden[]): string {
  // No form of a key is shorter than the key. Most texts are request ids, of calls that succeed.
  const possible = keys.filter(({ plain }) => plain.length <= text.length)
  if (!possible.length) return text
  let shown = ''
  let position = 0
  for (const [start, end] of findKeys(text, possible).sort(([a], [b]) => a - b)) {
    if (start >= position) shown += text.slice(position, start) + hidden
    position = Math.max(position, end)
  }
  return shown + text.slice(position)
}

/** Makes a redactor, which remembers the latest keys. */
export function createRedactor(): Redactor {
  let recent: Hidden[] = []

  const redactorOf = (own?: Set<Hidden>): Redactor => {
    const redact = (text: string) => printable(hideKeys(text, [...new Set([...(own ?? []), ...recent])]))
    return Object.assign(redact, {
      add(key: string) {
        if (key.length < minLength) return
        let known = recent.find((hidden) => hidden.key === key)
        if (!known) recent = [(known = hiddenOf(key)), ...recent].slice(0, maxRecent)
        own?.add(known)
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

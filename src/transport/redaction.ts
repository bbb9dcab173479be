import { Redactor } from '../core/redaction'
import { printable, redactedPrefix } from '../errors/printable'

/** Makes a text from elsewhere fit to be shown: replaces keys and secrets, and escapes control characters. */
export interface Redact {
  (text: string): string
  /** Hides a key from now on, whatever its prefix. The latest hundred are kept. */
  add(key: string): void
}

// A key that was rotated may still stand in the answers to calls under way, each of which may have another one.
const mostKeys = 100

/** Makes the function that redacts. */
export function createRedact(): Redact {
  const redactor = new Redactor(redactedPrefix, mostKeys)
  const redact = (text: string) => printable(text, redactor)
  return Object.assign(redact, { add: (key: string) => redactor.add(key, '[redacted]') })
}

/** An address without its user and password, its query and its fragment. */
export const bareUrl = (url: string): string => url.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//')

/** The parts of an error that are kept. */
export interface RedactedError extends Error {
  code?: string
  cause?: RedactedError
}

/**
 * A copy of whatever was thrown, with only what can be redacted: name, message, stack, code and cause. It reads them from any object,
 * since another realm has an `Error` class of its own.
 */
export function redactedCause(thrown: unknown, redact: Redact, depth = 4): RedactedError {
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
      // The stack quotes the message, whose line ends must not pass for those of the stack.
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

/** A copy of a value from JSON, redacted. `undefined` where it is nested too deeply to be copied. */
export function redactedJson<T>(value: T, redact: Redact): T | undefined {
  try {
    // The text as a whole, for secrets in names of fields; then each value, for secrets with characters that JSON escapes.
    return JSON.parse(redact(JSON.stringify(value)), (_, part: unknown) =>
      typeof part === 'string' ? redact(part) : part,
    ) as T
  } catch {
    return undefined
  }
}

/** A copy of an answer's headers, redacted. Empty where they are those of a `fetch` that lists none. */
export function redactedHeaders(headers: Partial<Headers>, redact: Redact): Headers {
  const copy = new Headers()
  headers.forEach?.((value, name) => copy.append(name, redact(`${value}`)))
  return copy
}

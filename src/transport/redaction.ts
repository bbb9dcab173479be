/** Replaces the secrets in a text: those with a known prefix, and the keys that were added. */
export interface Redactor {
  (text: string): string
  /** Adds a key, which may have an unknown prefix. */
  add(key: string): void
}

const knownShapes = /\b(sk_live_|sk_test_|whsec_)[^\s"'<>,;]+/gi
// A rotated key may still stand in answers to requests that were made with it.
const maxKeys = 4
// A short key may also be a part of other text, which would be mangled.
const minKeyLength = 8

/** Makes a redactor. */
export function createRedactor(): Redactor {
  let keys: string[] = []
  const redact = (text: string) =>
    keys.reduce((rest, key) => rest.replaceAll(key, '[redacted]'), text).replace(knownShapes, '$1[redacted]')
  return Object.assign(redact, {
    add(key: string) {
      if (key.length >= minKeyLength && !keys.includes(key)) keys = [key, ...keys].slice(0, maxKeys)
    },
  })
}

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
    copy.message = redact(String(original.message ?? thrown))
    for (const name of ['name', 'stack', 'code'] as const) {
      if (original[name]) copy[name] = redact(String(original[name]))
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

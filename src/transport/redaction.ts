/** Takes every secret that is known by its shape or by itself out of a text. */
export interface Redactor {
  (text: string): string
  /** Makes a key of an unknown shape known. */
  add(secret: string): void
}

const shapes = /\b(sk_live_|sk_test_|whsec_)[^\s"'<>,;]+/gi
// A rotated key may still stand in answers to requests that were made with it. A short one would mangle other text.
const remembered = 4
const shortest = 8

export function createRedactor(): Redactor {
  let secrets: string[] = []
  const redact = (text: string) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
      .replace(shapes, '$1[redacted]')
  return Object.assign(redact, {
    add(secret: string) {
      if (secret.length >= shortest && !secrets.includes(secret))
        secrets = [secret, ...secrets].slice(0, remembered)
    },
  })
}

/** What is kept of an error. */
export interface RedactedError extends Error {
  code?: string
  cause?: RedactedError
}

/**
 * A copy of whatever was thrown, which has only what can be redacted: name, message, stack, code and cause. By its fields and not by
 * its class: another realm has an `Error` of its own.
 */
export function redactedCause(thrown: unknown, redact: Redactor, depth = 4): RedactedError {
  const copy = new Error() as RedactedError
  try {
    const given = Object(thrown) as Partial<Record<'name' | 'message' | 'stack' | 'code', string>> & {
      cause?: unknown
    }
    copy.message = redact(String(given.message ?? thrown))
    for (const name of ['name', 'stack', 'code'] as const) {
      if (given[name]) copy[name] = redact(String(given[name]))
    }
    if (given.cause && depth) copy.cause = redactedCause(given.cause, redact, depth - 1)
  } catch {
    // Its getters throw, or it has no text.
  }
  return copy
}

/** Takes every secret that is known by its shape or by itself out of a text. */
export interface Redactor {
  (text: string): string
  /** Makes a key of an unknown shape known. */
  remember(secret: string): void
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
    remember(secret: string) {
      if (secret.length >= shortest && !secrets.includes(secret))
        secrets = [secret, ...secrets].slice(0, remembered)
    },
  })
}

/** A copy of an error that has only what can be redacted: name, message, stack, code and cause. */
export function redactedCause(error: unknown, redact: Redactor, depth = 4): unknown {
  if (!(error instanceof Error)) return redact(String(error))
  const { name, message, stack = '', code, cause } = error as Error & { code?: unknown }
  return Object.assign(new Error(redact(message)), {
    name,
    stack: redact(stack),
    ...(code ? { code } : undefined),
    ...(cause && depth ? { cause: redactedCause(cause, redact, depth - 1) } : undefined),
  })
}

// Keys and secrets, by their prefixes or by the name of the field that holds them in JSON.
const knownShapes = /(sk_live_|sk_test_|whsec_|"(?:secret|key)"\s*:\s*")[^\s"'<>,;]+/gi
// Line ends, escape sequences and marks of direction could forge lines of a log, or steer a terminal.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A text from elsewhere as it may be printed: without keys and secrets of known shapes, and with its control characters escaped. */
export const printable = (text: string): string =>
  text
    .replace(knownShapes, '$1[redacted]')
    .replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

/** The kind of a value, such as `Map` or `Promise`. */
export const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

/** A value that a caller gave, in the few words of a message. */
export function given(value: unknown): string {
  if (value == null || typeof value === 'number') return String(value)
  if (typeof value !== 'string') return `of type ${kindOf(value)}`
  return value.length > 60 ? `a text of ${value.length} characters` : `"${printable(value)}"`
}

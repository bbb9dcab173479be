import { visible } from '../core/visible'

// Keys and secrets, by their prefixes or by the name of the field that holds them in JSON.
const knownShapes = /(sk_live_|sk_test_|whsec_|"(?:secret|key)"\s*:\s*")[^\s"'<>,;]+/gi
/** A text from elsewhere as it may be printed: without keys and secrets of known shapes, and with its control characters escaped. */
export const printable = (text: string): string => visible(text.replace(knownShapes, '$1[redacted]'))

/** The kind of a value, such as `Map` or `Promise`. */
export const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

/** A value that a caller gave, in the few words of a message. */
export function given(value: unknown): string {
  if (value == null || typeof value === 'number') return String(value)
  if (typeof value !== 'string') return `of type ${kindOf(value)}`
  return value.length > 60 ? `a text of ${value.length} characters` : `"${printable(value)}"`
}

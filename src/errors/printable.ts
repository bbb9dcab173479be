import { Redactor } from '../core/redaction'
import { visible } from '../core/visible'

// The text of a JSON field `secret` or `key` is a secret, whatever its prefix.
const secretFields = /("(?:secret|key)"\s*:\s*")[^\s"'<>,;]+/gi

/** The label of a key or secret that shows by its prefix. */
export const redactedPrefix = (_: string, prefix = ''): string => `${prefix}[redacted]`

/** A text from elsewhere as it may be printed: without keys and secrets, and with its control characters escaped. */
export const printable = (text: string, redactor = new Redactor(redactedPrefix)): string =>
  visible(redactor.redact(text).replace(secretFields, '$1[redacted]'))

/** The kind of a value, such as `Map` or `Promise`. */
export const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

/** A value that a caller gave, in the few words of a message. */
export function given(value: unknown): string {
  if (value == null || typeof value === 'number') return String(value)
  if (typeof value !== 'string') return `of type ${kindOf(value)}`
  return value.length > 60 ? `a text of ${value.length} characters` : `"${printable(value)}"`
}

import { builtInKeys } from '../access/keys'

const known = new Set(builtInKeys.map(({ key }) => key))

/** A text in which keys and secrets are shortened to their prefix. The built-in keys are public, and stay. */
export function redacted(text: string): string {
  return text.replace(/\b(sk_live_|sk_test_|whsec_)[^\s"'\\,]+/g, (found, prefix: string) =>
    known.has(found) ? found : `${prefix}...`,
  )
}

import { builtInKeys } from '../access/keys'

const known = new Set(builtInKeys.map(({ key }) => key))

/** A text without the keys and secrets in it. The built-in keys are no secret, and stay. */
export function redacted(text: string): string {
  return text.replace(/\b(sk_live_|sk_test_|whsec_)[^\s"'\\,]+/g, (found, prefix: string) =>
    known.has(found) ? found : `${prefix}...`,
  )
}

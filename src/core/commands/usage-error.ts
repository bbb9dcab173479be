import { Redactor } from '../redaction'
import { visible } from '../visible'

// The mock's own keys are known to everybody.
const isKnownToAll = (key: string) => /^sk_(live|test)_mock$/.test(key)
const redactor = new Redactor((key, prefix = '') => (isKnownToAll(key) ? undefined : `${prefix}…`))
const userInfo = /:\/\/[^/\s'"@]+@/g

/** A text without what looks like a key or a password: people paste them behind the wrong flag. */
export const withoutSecrets = (text: string): string => redactor.redact(text.replace(userInfo, '://…@'))

/**
 * The command line asks for something that cannot be done. The message says in one line what is wrong and what would be right, and shows no
 * secret.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  constructor(message: string) {
    super(withoutSecrets(message.replace(/\s*\n\s*/g, ' ').trim()))
  }
}

/** A value that its flag does not take. The message follows the flag and the value: `is no number of seconds, as 30.` */
export class WrongValue extends Error {
  override readonly name = 'WrongValue'
}

/** The line that tells why a program ends. It has no stack, shows no secret, and steers no terminal. */
export function failureLine(program: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return visible(withoutSecrets(`${program}: ${message.replace(/\s*\n\s*/g, ' ')}`))
}

/**
 * Thrown where the command was asked for what it cannot do. The message names the flag or file and what would be right.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Thrown for a value that its flag does not take. The message is to follow the name of the flag. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue'
}

const tokens = /\b(sk_(?:live|test)_|whsec_)[^\s'"`,;=]+/g
const userInfo = /:\/\/[^/\s'"@]+@/g

/** Takes out of a message what looks like a secret: a command line may hold keys in wrong places. */
export function withoutSecrets(message: string): string {
  return message.replace(tokens, '$1…').replace(userInfo, '://…@')
}

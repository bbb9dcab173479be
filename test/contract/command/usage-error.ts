/** The command cannot do what it was asked to. The message names the flag or file, what is wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A value that its flag does not take. The message follows the flag's name, which the reader of a value does not know. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue'
}

const tokens = /\b(sk_(?:live|test)_|whsec_)[^\s'"`,;=]+/g
const userInfo = /:\/\/[^/\s'"@]+@/g

/** A message without what looks like a secret: the words of a command line may hold keys where none belong. */
export function withoutSecrets(message: string): string {
  return message.replace(tokens, '$1…').replace(userInfo, '://…@')
}

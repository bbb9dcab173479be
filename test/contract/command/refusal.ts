/** The command cannot do what it was asked to. The message names the flag or file, what is wrong and what would be right. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** What is wrong with a value, to be said after the name of its flag. Thrown while a value is read. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue'
}

const tokens = /\b(sk_(?:live|test)_|whsec_)[^\s'"`,;=]+/g
const userInfo = /:\/\/[^/\s'"@]+@/g

/** A message without what looks like a secret: the words of a command line may hold keys where none belong. */
export function withoutSecrets(message: string): string {
  return message.replace(tokens, '$1…').replace(userInfo, '://…@')
}

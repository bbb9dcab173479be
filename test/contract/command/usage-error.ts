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

/** The end of a message: ` Did you mean create-event?`, or nothing where no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const given = word.toLowerCase()
  const [best] = known
    .map((one) => ({ one, far: distance(given, one.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  return best && best.far <= Math.max(2, word.length / 3) ? ` Did you mean ${best.one}?` : ''
}

/** The number of letters to insert, remove or change to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

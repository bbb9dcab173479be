/** The end of a message, ` Did you mean --limit?`, or nothing where no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [best] = known
    .map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }))
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

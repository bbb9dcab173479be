import leven from 'leven'

/** The known word that a written one was most likely meant to be. */
export function nearest(written: string, known: readonly string[]): string {
  const distance = (word: string) => leven(written.toLowerCase(), word.toLowerCase())
  return [...known].sort((one, other) => distance(one) - distance(other))[0] ?? ''
}

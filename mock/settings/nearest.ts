import leven from 'leven'

/** A field that a thing does not have. */
export interface StrayField {
  field: string
  /** Names it and the nearest right one. */
  message: string
}

/** The first field of `given` that is none of the known ones of `thing`. */
export function strayField(given: object, known: readonly string[], thing: string): StrayField | undefined {
  const field = Object.keys(given).find((name) => !known.includes(name))
  if (field === undefined) return undefined
  return { field, message: `${field} is no field of ${thing}. The nearest one is ${nearest(field, known)}.` }
}

/** The known word that a written one was most likely meant to be. */
export function nearest(written: string, known: readonly string[]): string {
  const distance = (word: string) => leven(written.toLowerCase(), word.toLowerCase())
  return [...known].sort((one, other) => distance(one) - distance(other))[0] ?? ''
}

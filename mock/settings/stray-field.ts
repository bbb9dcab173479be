import { nearest } from '../../src/core/nearest'
import { shortened } from '../../src/core/visible'

/** An unknown field, with the message that refuses it. */
export interface StrayField {
  field: string
  /** The message names the field and the nearest known one. */
  message: string
}

/** Throws a `TypeError` for the first field of `given` that is not among the `known` fields of `thing`. */
export function refuseStrayOption(given: object, known: readonly string[], thing: string): void {
  const stray = strayField(given, known, thing)
  if (stray) throw new TypeError(stray.message)
}

/** The first field of `given` that is not among the `known` fields of `thing`. */
export function strayField(given: object, known: readonly string[], thing: string): StrayField | undefined {
  const field = Object.keys(given).find((name) => !known.includes(name))
  if (field === undefined) return undefined
  const message = `${shortened(field, 100)} is no field of ${thing}. The nearest one is ${nearest(field, known)}.`
  return { field, message }
}

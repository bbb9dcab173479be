import { InvalidRequestError } from '../errors/api-errors'
import { given, kindOf, printable } from '../errors/printable'
import { refuse } from '../errors/refuse'

/** The value behind JSON text, or `undefined` where the text is no JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Refuses by its path the first value that JSON cannot carry, or would turn into `{}`, such as a `Map`. */
function refuseLost(path: string, value: unknown, parents: readonly unknown[]): void {
  const carried = Object(value) as { toJSON?(): unknown }
  if (typeof carried.toJSON === 'function') return refuseLost(path, carried.toJSON(), parents)
  const isCircular = parents.includes(value)
  if (isCircular || typeof value === 'bigint') {
    refuse(
      path,
      `is ${isCircular ? 'circular' : 'a bigint'}, which JSON cannot carry: leave it out, or turn it into text.`,
    )
  }
  if (typeof value !== 'object' || !value) return
  const entries = Object.entries(value)
  if (!entries.length && !/^(Object|Array)$/.test(kindOf(value))) {
    refuse(path, `is ${given(value)}, which JSON would turn into {}: give a plain object or an array.`)
  }
  for (const [name, child] of entries) refuseLost(`${path}.${name}`, child, [...parents, value])
}

/** The JSON text of a value. Refuses by its path a value that JSON cannot carry. */
export function toJson(field: string, value: unknown): string {
  let text: string | undefined
  let cause: unknown
  try {
    text = JSON.stringify(value)
  } catch (error) {
    cause = error
  }
  try {
    // To look at each value takes as long as to write it. A value that JSON loses leaves `{}` in the text.
    if (!text || text.includes('{}')) refuseLost(field, value, [])
  } catch (error) {
    // A `toJSON` that throws did so before. A depth that is too much for the search may not be too much for JSON.
    if (error instanceof InvalidRequestError) throw error
  }
  if (text) return text
  const reason = cause instanceof Error ? ` (${printable(cause.message)})` : ''
  return refuse(field, `is ${given(value)}, which JSON cannot carry${reason}: give a plain object.`, cause)
}

/** The JSON text of an object, field by field, so that the field which JSON cannot carry is refused by its own name. */
export const fieldsToJson = (fields: object): string =>
  `{${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${toJson(name, value)}`)
    .join(',')}}`

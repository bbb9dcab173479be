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

const refuseLoss = (path: string, fault: string, cause?: unknown) =>
  refuse(path, `is ${fault}, which JSON cannot carry: give text, a plain object or an array.`, cause)

/** Refuses by its path the first value that JSON cannot carry, or would turn into `{}`, such as a `Map`. */
function refuseLost(path: string, value: unknown, parents: readonly unknown[]): void {
  const carried = Object(value) as { toJSON?(): unknown }
  if (typeof carried.toJSON === 'function') return refuseLost(path, carried.toJSON(), parents)
  if (parents.includes(value)) refuseLoss(path, 'circular')
  if (typeof value === 'bigint') refuseLoss(path, given(value))
  if (typeof value !== 'object' || !value) return
  const entries = Object.entries(value)
  if (!entries.length && !/^(Object|Array)$/.test(kindOf(value))) refuseLoss(path, given(value))
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
  const reason = cause instanceof Error ? ` (${printable(cause.message)})` : ''
  return text || refuseLoss(field, given(value) + reason, cause)
}

/** The JSON text of an object, field by field, so that the field which JSON cannot carry is refused by its own name. */
export const fieldsToJson = (fields: object): string =>
  `{${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${toJson(name, value)}`)
    .join(',')}}`

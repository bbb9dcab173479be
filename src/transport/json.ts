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

/** A value that JSON would lose or change. */
interface Loss {
  /** The names that lead to the value, the last one first. */
  names: string[]
  fault: string
}

/** What JSON writes as the value that it wraps. */
const boxed = /^(Number|String|Boolean)$/

/**
 * The first value that JSON cannot carry, leaves out, or would turn into `{}` or `null`. Looks at each value once.
 *
 * @param parents The objects around the value, where there may be circles.
 */
function findLoss(value: unknown, parents?: Set<unknown>): Loss | undefined {
  const loss = (fault: string): Loss => ({ names: [], fault })
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : loss(given(value))
  const { toJSON } = Object(value) as { toJSON?: unknown }
  if (typeof toJSON === 'function') {
    const carried: unknown = toJSON.call(value)
    // JSON writes a date without a time as `null`. An object whose `toJSON` returns nothing leaves itself out on purpose.
    if (carried === undefined) return undefined
    return carried === null && value instanceof Date
      ? loss('a date without a time')
      : findLoss(carried, parents)
  }
  if (typeof value !== 'object') return loss(given(value))
  if (parents?.has(value)) return loss('circular')
  const isList = Array.isArray(value)
  const names = isList ? value.keys() : Object.keys(value)
  parents?.add(value)
  let isEmpty = true
  for (const name of names) {
    isEmpty = false
    const child = (value as Record<string, unknown>)[name]
    // A field without a value is left out, as everywhere. An item of a list would become `null`.
    const inner = child === undefined && !isList ? undefined : findLoss(child, parents)
    if (inner) {
      inner.names.push(String(name))
      return inner
    }
  }
  parents?.delete(value)
  if (!isEmpty || isList || Object.getPrototypeOf(value) === Object.prototype) return undefined
  const kind = kindOf(value)
  return kind !== 'Object' && !boxed.test(kind) ? loss(given(value)) : undefined
}

/**
 * The JSON text of a value. Refuses by its path a value that JSON cannot carry, or would change.
 *
 * @param allowLoss Writes what JSON makes of a value that it would change, such as `null` for `NaN`.
 */
export function toJson(field: string, value: unknown, allowLoss = false): string {
  let text: string | undefined
  let cause: unknown
  try {
    text = JSON.stringify(value)
  } catch (error) {
    cause = error
  }
  let loss: Loss | undefined
  try {
    // Circles are looked for only where JSON threw: to know the parents of each value takes time.
    if (!text || !allowLoss) loss = findLoss(value, cause ? new Set() : undefined)
  } catch {
    // A `toJSON` that throws has made JSON throw too. A value whose levels are too many for the search may be written by JSON all the same.
  }
  const reason = cause instanceof Error ? ` (${printable(cause.message)})` : ''
  if (text && !loss) return text
  const { names, fault } = loss ?? { names: [], fault: given(value) + reason }
  const path = [field, ...names.reverse()].join('.')
  return refuse(path, `is ${fault}, which JSON cannot carry: give text, a plain object or an array.`, cause)
}

/** The JSON text of an object, field by field, so that the field which JSON cannot carry is refused by its own name. */
export function fieldsToJson(fields: object, allowLoss?: boolean): string {
  let text = ''
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) text += `${text && ','}${JSON.stringify(name)}:${toJson(name, value, allowLoss)}`
  }
  return `{${text}}`
}

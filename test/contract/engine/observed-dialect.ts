import { equal, isRecord } from '../wire/json'
import { dialectSchema, type Dialect } from '../../../generated/dialect'

const { properties } = dialectSchema as {
  properties: Readonly<Record<keyof Dialect, { type?: string; required?: readonly string[] }>>
}

/** Whether the value of a field is an object, whose parts can be compared one by one. */
export function hasParts(field: keyof Dialect): boolean {
  return properties[field].type === 'object'
}

/** Whether the parts of a field are seen one by one, as the code of each error is. */
function isSeenInParts(field: keyof Dialect): boolean {
  return hasParts(field) && properties[field].required === undefined
}

/**
 * Records a choice in a dialect. The first record of a field, or of a part that is seen by itself, stays. A later record that
 * says the same and more of a field completes it.
 */
export function recordChoice<Field extends keyof Dialect>(
  dialect: Dialect,
  field: Field,
  value: Dialect[Field],
): void {
  const known = dialect[field]
  if (known === undefined) dialect[field] = value
  else if (isSeenInParts(field))
    dialect[field] = withParts(known as object, value as object) as Dialect[Field]
  else if (extendsIt(value, known)) dialect[field] = value
}

/** A value with the parts of another one that it lacks, and with those that say the same and more. */
function withParts(known: object, value: object): object {
  const parts = Object.entries({ ...value, ...known }).map(([part, one]) => {
    const later = (value as Record<string, unknown>)[part]
    return [part, extendsIt(later, one) ? later : one]
  })
  return Object.fromEntries(parts) as object
}

/** Whether a value has every part of another one, unchanged. */
export function extendsIt(value: unknown, known: unknown): boolean {
  if (!isRecord(value) || !isRecord(known)) return false
  return Object.entries(known).every(([part, one]) => equal(one, value[part]))
}

import { at, equal, isRecord } from '../wire/json'
import { dialectSchema, validateDialect, type Dialect } from '../../../generated/dialect'

const { properties } = dialectSchema as {
  properties: Readonly<Record<keyof Dialect, { type?: string; required?: readonly string[] }>>
}

/** Whether the value of a field is an object, whose parts can be compared one by one. */
export function hasParts(field: keyof Dialect): boolean {
  return properties[field].type === 'object'
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
  // The parts of such a field are seen one by one, as the code of each error is.
  else if (hasParts(field) && properties[field].required === undefined)
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

/** A dialect without what no dialect can state, and what was left out, by its place: `errors.missingKey.code`. */
export interface Statable {
  dialect: Dialect
  leftOut: Readonly<Record<string, unknown>>
}

/**
 * The part of an observed dialect that passes the schema, so that the mock and later runs take it. A broken service may do
 * what no dialect can state. Of a refusal only the unfit part is left out. Any other field is left out as a whole, because
 * its remaining parts could say something else without the unfit one.
 */
export function statable(observed: Dialect): Statable {
  const dialect = structuredClone(observed)
  const leftOut: Record<string, unknown> = {}
  while (!validateDialect(dialect)) {
    const place = unfitPlace(validateDialect.errors ?? [])
    const [last] = place.slice(-1)
    const owner = at(dialect, ['', ...place.slice(0, -1)].join('/')) as Record<string, unknown> | undefined
    if (last === undefined || owner === undefined || !Object.hasOwn(owner, last))
      return { dialect: {}, leftOut: { ...observed } }
    leftOut[place.join('.')] = owner[last]
    delete owner[last]
  }
  return { dialect, leftOut }
}

/**
 * The path of the part that has to be left out for the deepest error, which is the most exact one: a part of a refusal within `errors`, else the
 * whole field.
 */
function unfitPlace(errors: Misfits): string[] {
  const places = errors.map(({ instancePath, params }) => {
    const extra = params.additionalProperty
    return [...instancePath.split('/').slice(1), ...(typeof extra === 'string' ? [extra] : [])]
  })
  const deepest = places.reduce((one, other) => (other.length > one.length ? other : one), [])
  return deepest.slice(0, deepest[0] === 'errors' ? 3 : 1)
}

/** What a validator of dialects finds wrong. */
type Misfits = NonNullable<typeof validateDialect.errors>

import { defaultDialect, validateDialect, type Dialect } from '../../../generated/dialect'
import { UsageError } from '../../../src/core/commands/usage-error'
import { didYouMean } from '../../../src/core/nearest'

/** Takes a value for a dialect. Throws a `UsageError` that names the wrong field and what would be right. */
export function asDialect(flag: string, path: string, given: unknown): Dialect {
  const value = withoutSchema(given)
  if (validateDialect(value)) return value
  throw new UsageError(
    `${flag} ${path} is no dialect: ${describeMisfit(value, validateDialect.errors ?? [])}`,
  )
}

/** A dialect without what no dialect can state, and the places that were left out. */
export interface Statable {
  dialect: Dialect
  leftOut: readonly string[]
}

/**
 * The part of an observed dialect that passes the schema, so that the mock and later runs take it. A broken service may do
 * what no dialect can state. Of a refusal only the unfit part is left out. Any other field is left out as a whole, because
 * its remaining parts could say something else without the unfit one.
 */
export function statable(observed: Dialect): Statable {
  const dialect = structuredClone(observed)
  const leftOut: string[] = []
  while (!validateDialect(dialect)) {
    const place = unfitPlace(validateDialect.errors ?? [])
    const [last] = place.slice(-1)
    const owner = at(dialect, ['', ...place.slice(0, -1)].join('/')) as Record<string, unknown> | undefined
    if (last === undefined || owner === undefined || !Object.hasOwn(owner, last))
      return { dialect: {}, leftOut: Object.keys(observed) }
    delete owner[last]
    leftOut.push(place.join('.'))
  }
  return { dialect, leftOut }
}

/** The names that lead to what has to go for the deepest misfit, which is the most exact one. */
function unfitPlace(errors: Misfits): string[] {
  const places = errors.map(({ instancePath, params }) => {
    const extra = params.additionalProperty
    return [...instancePath.split('/').slice(1), ...(typeof extra === 'string' ? [extra] : [])]
  })
  const deepest = places.reduce((one, other) => (other.length > one.length ? other : one), [])
  return deepest.slice(0, deepest[0] === 'errors' ? 3 : 1)
}

/** The value without `$schema`, which a file may have for editors. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { $schema: _schema, ...dialect } = value as Record<string, unknown>
  return dialect
}

type Misfits = NonNullable<typeof validateDialect.errors>

function describeMisfit(value: unknown, errors: Misfits): string {
  // The last form of a field with several forms is the fullest, so its errors say most.
  for (const { instancePath: place, params, message = 'does not fit', keyword } of [...errors].reverse()) {
    const name = place.slice(1).replaceAll('/', '.') || 'it'
    const extra = params.additionalProperty
    if (typeof extra === 'string') {
      const fields = Object.keys((at(defaultDialect, place) as object | undefined) ?? {})
      return `${name} has an unknown field ${extra}.${didYouMean(extra, fields)}`
    }
    if (keyword === 'oneOf') continue
    const allowed = errors.flatMap((one) => (one.instancePath === place ? allowedValues(one.params) : []))
    const found = at(value, place)
    if (keyword === 'not') return `${name} may not be ${toText(found)}.`
    const wanted = allowed.length > 0 ? `may be ${allowed.map(toText).join(', ')}` : message
    return `${name} is ${toText(found)} and ${wanted}.`
  }
  return 'it fits none of its forms.'
}

function allowedValues({ allowedValues, allowedValue }: Readonly<Record<string, unknown>>): unknown[] {
  return Array.isArray(allowedValues) ? allowedValues : allowedValue === undefined ? [] : [allowedValue]
}

function at(value: unknown, place: string): unknown {
  const names = place.split('/').slice(1)
  return names.reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
}

function toText(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing'
  return written.length > 60 ? `${written.slice(0, 60)}…` : written
}

import { defaultDialect, validateDialect, type Dialect } from '../../../generated/dialect'
import { keyNameFault } from '../dialect-names'
import { didYouMean } from '../nearest'
import { shortened } from '../visible'
import { UsageError } from './usage-error'

/** Takes a value for a dialect. Throws a `UsageError` that names the wrong field and what would be right. */
export function asDialect(flag: string, path: string, given: unknown): Dialect {
  const value = withoutSchema(given)
  const misfit = validateDialect(value)
    ? keyNameFault(value)
    : describeMisfit(value, validateDialect.errors ?? [])
  if (misfit === undefined) return value as Dialect
  throw new UsageError(`${flag} ${path} is no dialect: ${misfit}`)
}

/** The value without `$schema`, which a file may have for editors. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { $schema: _schema, ...dialect } = value as Dialect & { $schema?: unknown }
  return dialect
}

function describeMisfit(value: unknown, errors: NonNullable<typeof validateDialect.errors>): string {
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

/** The value at a place that a validator names, as `/errors/missingKey`. */
function at(value: unknown, place: string): unknown {
  const names = place.split('/').slice(1)
  return names.reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
}

const toText = (value: unknown): string => shortened(JSON.stringify(value) ?? 'nothing', 60)

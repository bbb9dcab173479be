import { defaultDialect, validateDialect, type Dialect } from '../../../generated/dialect'
import { UsageError } from '../../../src/core/commands/usage-error'
import { didYouMean } from '../../../src/core/nearest'
import { at, isRecord } from '../wire/json'
import type { Misfits } from '../engine/observed-dialect'

/** Takes a value for a dialect. Throws a `UsageError` that names the wrong field and what would be right. */
export function asDialect(flag: string, path: string, given: unknown): Dialect {
  const value = withoutSchema(given)
  if (validateDialect(value)) return value
  throw new UsageError(
    `${flag} ${path} is no dialect: ${describeMisfit(value, validateDialect.errors ?? [])}`,
  )
}

/** The value without `$schema`, which a file may have for editors. */
function withoutSchema(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { $schema: _schema, ...dialect } = value
  return dialect
}

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

function toText(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing'
  return written.length > 60 ? `${written.slice(0, 60)}…` : written
}

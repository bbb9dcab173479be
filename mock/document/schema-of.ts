import type { Source } from '../../generated/dialect'
import type { JsonSchema } from '../../openapi/model'

/** The schema that a value fits, as narrow as one value tells: the types of all its parts, and all of its fields required. */
export function schemaOfValue(value: unknown): JsonSchema {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaOfValue(value[0]) : {} }
  if (typeof value === 'object') {
    const properties = Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, schemaOfValue(one)]),
    )
    return { type: 'object', required: Object.keys(value), properties }
  }
  return { type: typeof value }
}

/** The schema of a constant. */
export function schemaOfConstant(value: unknown): JsonSchema {
  return typeof value === 'object' ? schemaOfValue(value) : { type: typeof value, const: value }
}

/** The schema of a further field, whose source may copy a field of these schemas. */
export function schemaOfSource(source: Source, copied: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if ('constant' in source) return schemaOfConstant(source.constant)
  if ('copy' in source) return copied[source.copy] ?? {}
  if ('template' in source) return { type: 'string' }
  const { kind, sample } = source
  if (kind === 'timestamp') return { type: typeof sample === 'string' ? 'string' : 'number' }
  return { type: kind === 'boolean' ? 'boolean' : typeof sample }
}

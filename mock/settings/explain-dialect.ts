import { defaultDialect, dialectFields, dialectSchema, type Dialect } from '../../generated/dialect'
import type { JsonSchema, ValidationError } from '../../openapi/model'
import { nearest } from './nearest'

/** The values that a schema excludes by `not`, and a clause that says why. */
interface ForbiddenValues {
  enum: unknown[]
  description: string
}

/** The message of one error of a dialect. It names the field and, where there is one, the nearest right value. */
export function explainError(
  { instancePath, keyword, params, message }: ValidationError,
  dialect: unknown,
): string {
  const [field = ''] = instancePath.split('/').slice(1)
  const alternatives = schemaAt(`/${field}`)
  // Each alternative of such a field fails for a reason of its own, so the message describes the whole field.
  if (alternatives.length > 1) return explainField(field as keyof Dialect, valueAt(dialect, `/${field}`))
  const name = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') {
    return unknownField(instancePath, String(params.additionalProperty))
  }
  const subject = name === '' ? 'A dialect' : name
  if (keyword === 'pattern' || Array.isArray(params.type)) {
    return `${subject} must be null or like ${String(valueAt(defaultDialect, instancePath))}.`
  }
  if (keyword === 'enum') {
    const allowed = (params.allowedValues as unknown[]).map(String)
    const near = nearest(String(valueAt(dialect, instancePath)), allowed)
    return `${subject} must be one of ${allowed.join(', ')}. The nearest one is ${near}.`
  }
  if (keyword === 'minimum' || keyword === 'maximum') {
    const bound = keyword === 'minimum' ? 'least' : 'most'
    return `${subject} must be at ${bound} ${String(params.limit)}, which is the nearest right value.`
  }
  if (keyword === 'not') {
    const { enum: forbidden, description } = schemaAt(instancePath)[0]?.not as ForbiddenValues
    return `${subject} cannot be ${forbidden.join(' or ')}, ${description}.`
  }
  if (keyword === 'required') return `${subject} needs the field ${String(params.missingProperty)}.`
  if (keyword === 'type') {
    const type = String(params.type)
    return `${subject} must be ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}.`
  }
  return `${subject} ${message ?? 'is wrong'}.`
}

/** Explains a field with several alternative shapes: by its unknown part, else by all of its values. */
function explainField(field: keyof Dialect, given: unknown): string {
  const parts = partsAt(`/${field}`)
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  const [stray] = entries.find(([name]) => !Object.hasOwn(parts, name)) ?? []
  if (stray !== undefined) return unknownField(`/${field}`, stray)
  const hints = entries.map(([name, value]) => {
    const allowed = parts[name] ?? []
    const isWrong = typeof value === 'string' && allowed.length > 0 && !allowed.includes(value)
    return isWrong ? ` The nearest value of ${name} is ${nearest(value, allowed)}.` : ''
  })
  return `${field} must be ${dialectFields[field].values.replaceAll('`', '')}.${hints.join('')}`
}

/** The schemas of a field or part: several where it has alternative shapes. */
export function schemaAt(path: string): JsonSchema[] {
  let schemas = [dialectSchema]
  for (const step of path.split('/').filter(Boolean)) {
    schemas = schemas
      .flatMap<JsonSchema>(({ properties = {} }) => (properties as Record<string, JsonSchema>)[step] ?? [])
      .flatMap((schema) => (schema.oneOf as JsonSchema[] | undefined) ?? [schema])
  }
  return schemas
}

/** The names of the parts at a path, each with the values that its schemas enumerate. */
function partsAt(path: string): Record<string, string[]> {
  const parts: Record<string, string[]> = {}
  for (const { properties = {} } of schemaAt(path) as { properties?: Record<string, JsonSchema> }[]) {
    for (const [name, { const: only, enum: several }] of Object.entries(properties)) {
      const values = (several ?? (only === undefined ? [] : [only])) as unknown[]
      parts[name] = [...(parts[name] ?? []), ...values.map(String)]
    }
  }
  return parts
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)
}

function unknownField(path: string, field: string): string {
  const parent = path.slice(1).replaceAll('/', '.')
  const full = (name: string) => (parent ? `${parent}.${name}` : name)
  const near = nearest(field, Object.keys(partsAt(path)))
  return `${full(field)} is no field of a dialect. The nearest one is ${full(near)}.`
}

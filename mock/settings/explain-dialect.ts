import { defaultDialect, dialectFields, dialectSchema, type Dialect } from '../../generated/dialect'
import type { JsonSchema, ValidationError } from '../../openapi/model'
import { nearest } from '../../src/core/nearest'

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
  const choice = shallowestChoice(instancePath)
  // Each alternative of such a field fails for a reason of its own, so the message describes the whole field.
  if (choice !== undefined) return explainChoice(choice, valueAt(dialect, choice))
  const subject = instancePath === '' ? 'A dialect' : nameOf(instancePath)
  const [schema = {}] = schemaAt(instancePath)
  switch (keyword) {
    case 'additionalProperties':
      return unknownField(instancePath, String(params.additionalProperty))
    case 'propertyNames': {
      const name = `${subject}.${String(params.propertyName)}`
      return `${name} is not ${String(resolved(schema.propertyNames as JsonSchema).description)}.`
    }
    case 'pattern': {
      const { description = likeDefault(instancePath, schema) } = schema
      return `${subject} must be ${description as string}.`
    }
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String)
      const near = nearest(String(valueAt(dialect, instancePath)), allowed)
      return `${subject} must be one of ${allowed.join(', ')}. The nearest one is ${near}.`
    }
    case 'minimum':
    case 'maximum': {
      const bound = keyword === 'minimum' ? 'least' : 'most'
      return `${subject} must be at ${bound} ${String(params.limit)}, which is the nearest right value.`
    }
    case 'not': {
      const { enum: forbidden, description } = schema.not as ForbiddenValues
      return `${subject} cannot be ${forbidden.join(' or ')}, ${description}.`
    }
    case 'required':
      return `${subject} needs the field ${String(params.missingProperty)}.`
    case 'type': {
      const types = [params.type].flat().map(String).map(withArticle)
      const like = types.length > 1 ? likeDefault(instancePath, schema) : undefined
      return `${subject} must be ${like ?? types.join(' or ')}.`
    }
    default:
      return `${subject} ${message ?? 'is wrong'}.`
  }
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`
}

/** Names the default as an example of the form, for a text that has to match a pattern. `undefined` for any other field. */
function likeDefault(path: string, { type, pattern }: JsonSchema): string | undefined {
  const preset = valueAt(defaultDialect, path)
  if (typeof preset !== 'string' || pattern === undefined) return undefined
  return `${Array.isArray(type) && type.includes('null') ? 'null or ' : ''}like ${preset}`
}

/** The path of the outermost field or part on the way to `path` that has alternative shapes. */
function shallowestChoice(path: string): string | undefined {
  const steps = path.split('/')
  return steps
    .map((_, index) => steps.slice(0, index + 1).join('/'))
    .find((place) => schemaAt(place).length > 1)
}

/** Explains a field or part with several alternative shapes: by its unknown part, else by all of its values. */
function explainChoice(path: string, given: unknown): string {
  const parts = partsAt(path)
  const entries = isOpen(path) || typeof given !== 'object' || given === null ? [] : Object.entries(given)
  const [stray] = entries.find(([name]) => !Object.hasOwn(parts, name)) ?? []
  if (stray !== undefined) return unknownField(path, stray)
  const hints = entries.map(([name, value]) => {
    const allowed = parts[name] ?? []
    const isWrong = typeof value === 'string' && allowed.length > 0 && !allowed.includes(value)
    return isWrong ? ` The nearest value of ${name} is ${nearest(value, allowed)}.` : ''
  })
  return `${nameOf(path)} must be ${valuesAt(path).replaceAll('`', '')}.${hints.join('')}`
}

/** The legal values of a field or part, as people are told. */
function valuesAt(path: string): string {
  const [field = '', ...parts] = path.split('/').slice(1)
  if (parts.length === 0) return dialectFields[field as keyof Dialect].values
  return wholeSchemasAt(path)
    .map(({ description }) => String(description))
    .join(' or ')
}

/** Whether one of the alternatives takes parts of any name. */
function isOpen(path: string): boolean {
  return schemaAt(path).some(({ additionalProperties }) => additionalProperties === true)
}

/** The schemas of a field or part: several where it has alternative shapes. */
export function schemaAt(path: string): JsonSchema[] {
  return wholeSchemasAt(path).flatMap(alternatives)
}

/** The schemas of a field or part, before those with `oneOf` are split into their alternatives. */
function wholeSchemasAt(path: string): JsonSchema[] {
  let schemas = [dialectSchema]
  for (const step of path.split('/').filter(Boolean)) {
    schemas = schemas
      .flatMap(alternatives)
      .flatMap<JsonSchema>(({ properties = {}, additionalProperties }) => {
        const named = (properties as Record<string, JsonSchema>)[unescaped(step)]
        const others = typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : []
        return named ?? others
      })
    schemas = schemas.map(resolved)
  }
  return schemas
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return (schema.oneOf as JsonSchema[] | undefined) ?? [schema]
}

/** The definition that a schema refers to, or the schema itself. */
function resolved(schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  const definitions = dialectSchema.$defs as Record<string, JsonSchema>
  return definitions[schema.$ref.slice('#/$defs/'.length)] ?? {}
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
    .reduce<unknown>(
      (inner, step) => (inner as Record<string, unknown> | undefined)?.[unescaped(step)],
      value,
    )
}

/** A step of a JSON pointer with its escapes `~1` and `~0` decoded. */
const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

const nameOf = (path: string) => path.slice(1).split('/').map(unescaped).join('.')

function unknownField(path: string, field: string): string {
  const parent = nameOf(path)
  const full = (name: string) => (parent ? `${parent}.${name}` : name)
  const near = nearest(field, Object.keys(partsAt(path)))
  return `${full(field)} is no field of a dialect. The nearest one is ${full(near)}.`
}

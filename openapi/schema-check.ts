// Judges values by a JSON Schema as it stands, without code made of it. That is slower than a compiled validator and much smaller, which
// suits dialects and control requests: a program reads few of them, and has their schemas at hand for its messages and documents.
import type { JsonSchema, Validate, ValidationError } from './model'

/** A validator of the keywords that the schemas of dialects and of control requests have. Its errors are those of Ajv, in the same order. */
export function validatorOf<T>(schema: JsonSchema): Validate<T> {
  const definitions = (schema.$defs ?? {}) as Record<string, JsonSchema>
  const validate: Validate<T> = (value): value is T => {
    const errors = new SchemaCheck(definitions).errorsOf(value, schema, { value: '', schema: '#' })
    validate.errors = errors.length > 0 ? errors : null
    return errors.length === 0
  }
  return validate
}

/** JSON pointers: to a value, and to the schema that judges it. */
interface Pointers {
  value: string
  schema: string
}

type Complaint = Pick<ValidationError, 'keyword' | 'params' | 'message'>

const prefix = '#/$defs/'

class SchemaCheck {
  constructor(private readonly definitions: Record<string, JsonSchema>) {}

  /** The errors in the order in which Ajv has them: of the value itself, of its alternatives, of its items, of its fields. */
  errorsOf(value: unknown, schema: JsonSchema, at: Pointers): ValidationError[] {
    if (typeof schema.$ref === 'string') {
      const definition = this.definitions[schema.$ref.slice(prefix.length)]
      if (!definition) throw new TypeError(`The schema has no ${schema.$ref}.`)
      return this.errorsOf(value, definition, { ...at, schema: schema.$ref })
    }
    return [
      ...complaintsOfValue(value, schema).map((complaint) => errorOf(complaint, at)),
      ...this.#errorsOfChoice(value, schema, at),
      ...(Array.isArray(value) ? this.#errorsOfItems(value, schema, at) : []),
      ...(isObject(value) ? this.#errorsOfObject(value, schema, at) : []),
    ]
  }

  #errorsOfChoice(value: unknown, schema: JsonSchema, at: Pointers): ValidationError[] {
    const errors: ValidationError[] = []
    const { not, oneOf } = schema as { not?: JsonSchema; oneOf?: JsonSchema[] }
    if (not && this.errorsOf(value, not, at).length === 0) {
      errors.push(errorOf({ keyword: 'not', params: {}, message: 'must NOT be valid' }, at))
    }
    if (!oneOf) return errors
    const found = oneOf.map((choice, index) =>
      this.errorsOf(value, choice, { ...at, schema: `${at.schema}/oneOf/${index}` }),
    )
    const passing = found.flatMap((of, index) => (of.length === 0 ? [index] : []))
    if (passing.length === 1) return errors
    const params = { passingSchemas: passing.length === 0 ? null : passing.slice(0, 2) }
    const message = 'must match exactly one schema in oneOf'
    return [...errors, ...found.flat(), errorOf({ keyword: 'oneOf', params, message }, at)]
  }

  #errorsOfItems(items: unknown[], schema: JsonSchema, at: Pointers): ValidationError[] {
    const { items: item = {}, minItems: limit = 0 } = schema as { items?: JsonSchema; minItems?: number }
    const errors = items.flatMap((value, index) =>
      this.errorsOf(value, item, below(at, String(index), 'items')),
    )
    if (items.length >= limit) return errors
    const message = `must NOT have fewer than ${limit} items`
    return [...errors, errorOf({ keyword: 'minItems', params: { limit }, message }, at)]
  }

  #errorsOfObject(value: Record<string, unknown>, schema: JsonSchema, at: Pointers): ValidationError[] {
    const { properties = {}, additionalProperties: others, propertyNames } = schema as ObjectSchema
    const errors = complaintsOfFields(value, schema).map((complaint) => errorOf(complaint, at))
    for (const propertyName of propertyNames ? Object.keys(value) : []) {
      const refused = this.errorsOf(propertyName, propertyNames ?? {}, at)
      if (refused.length === 0) continue
      errors.push(...refused.map((error) => ({ ...error, propertyName })))
      const message = 'property name must be valid'
      errors.push(errorOf({ keyword: 'propertyNames', params: { propertyName }, message }, at))
    }
    for (const additionalProperty of Object.keys(value)) {
      if (Object.hasOwn(properties, additionalProperty)) continue
      if (others === false) {
        const message = 'must NOT have additional properties'
        errors.push(errorOf({ keyword: 'additionalProperties', params: { additionalProperty }, message }, at))
      } else if (typeof others === 'object') {
        const inner = below(at, additionalProperty, 'additionalProperties')
        errors.push(...this.errorsOf(value[additionalProperty], others, inner))
      }
    }
    for (const [name, property] of Object.entries(properties)) {
      if (value[name] === undefined) continue
      errors.push(...this.errorsOf(value[name], property, below(at, name, `properties/${escaped(name)}`)))
    }
    return errors
  }
}

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
}

function errorOf(complaint: Complaint, { value, schema }: Pointers): ValidationError {
  return { instancePath: value, schemaPath: `${schema}/${complaint.keyword}`, ...complaint }
}

function below({ value, schema }: Pointers, name: string, keyword: string): Pointers {
  return { value: `${value}/${escaped(name)}`, schema: `${schema}/${keyword}` }
}

/** The faults of a value itself, without those of its items and fields. */
function complaintsOfValue(value: unknown, schema: JsonSchema): Complaint[] {
  const complaints: Complaint[] = []
  const { type, enum: allowedValues, const: allowedValue, pattern } = schema
  const types = [type ?? []].flat() as string[]
  const { minimum, maximum, minLength } = schema as Record<string, number>
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) {
    complaints.push({ keyword: 'type', params: { type }, message: `must be ${types.join(',')}` })
  }
  const compared = (keyword: string, comparison: string, limit: number) =>
    complaints.push({ keyword, params: { comparison, limit }, message: `must be ${comparison} ${limit}` })
  if (typeof value === 'number') {
    if (maximum !== undefined && value > maximum) compared('maximum', '<=', maximum)
    if (minimum !== undefined && value < minimum) compared('minimum', '>=', minimum)
  }
  if (typeof value === 'string') {
    if (minLength !== undefined && charactersIn(value) < minLength) {
      const message = `must NOT have fewer than ${minLength} characters`
      complaints.push({ keyword: 'minLength', params: { limit: minLength }, message })
    }
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) {
      complaints.push({ keyword: 'pattern', params: { pattern }, message: `must match pattern "${pattern}"` })
    }
  }
  if (allowedValue !== undefined && !areEqual(value, allowedValue)) {
    complaints.push({ keyword: 'const', params: { allowedValue }, message: 'must be equal to constant' })
  }
  if (Array.isArray(allowedValues) && !allowedValues.some((allowed) => areEqual(value, allowed))) {
    const message = 'must be equal to one of the allowed values'
    complaints.push({ keyword: 'enum', params: { allowedValues }, message })
  }
  return complaints
}

/** What is missing from an object. */
function complaintsOfFields(value: Record<string, unknown>, schema: JsonSchema): Complaint[] {
  const complaints: Complaint[] = []
  const { minProperties: limit = 0, required = [] } = schema as {
    minProperties?: number
    required?: string[]
  }
  if (Object.keys(value).length < limit) {
    const message = `must NOT have fewer than ${limit} properties`
    complaints.push({ keyword: 'minProperties', params: { limit }, message })
  }
  for (const missingProperty of required) {
    if (value[missingProperty] !== undefined) continue
    const message = `must have required property '${missingProperty}'`
    complaints.push({ keyword: 'required', params: { missingProperty }, message })
  }
  return complaints
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name as a step of a JSON pointer. */
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The code points of a text, which are what the keywords of length count. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Whether two JSON values are the same. */
export function areEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [fields, others] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = Object.keys(fields)
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => Object.hasOwn(others, name) && areEqual(fields[name], others[name]))
  )
}

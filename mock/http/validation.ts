import type { CompleteDialect } from '../../generated/dialect'
import type { SchemaName } from '../../generated/operations'
import type { Validate, ValidationError } from '../../openapi/model'
import { invalidRequest, type Refusal } from './refusal'

/** Says whether a violation of the document is none in this dialect. */
export type Waiver = (error: ValidationError) => boolean

/** What a body is held against. */
export interface BodyRules<T> {
  validate: Validate<T>
  schema: SchemaName
  /** The fields that a dialect which rejects unknown ones knows. */
  fields: readonly string[]
  waive: Waiver
}

/** A body in the shape that the document gives it. Throws the refusal of its first fault. */
export function validBody<T>(value: unknown, rules: BodyRules<T>, dialect: CompleteDialect): T {
  if (!rules.validate(value)) {
    const [first, ...others] = (rules.validate.errors ?? []).filter((error) => !rules.waive(error))
    // Of several faults of one field its type says most.
    const type = others.find(
      ({ keyword, instancePath }) => keyword === 'type' && instancePath === first?.instancePath,
    )
    if (first) throw refusalOf(type ?? first, value, rules.schema)
  }
  if (dialect.unknownFields === 'reject') {
    const unknown = Object.keys(value as object).find((name) => !rules.fields.includes(name))
    if (unknown !== undefined) {
      throw invalidRequest(
        `${unknown} is no field of this request.`,
        unknown,
        `#/components/schemas/${rules.schema}/properties`,
      )
    }
  }
  return value as T
}

/** The refusal of a fault. `param` is the top-level field, also when the fault lies deeper. */
function refusalOf(
  { instancePath, keyword, params, schemaPath }: ValidationError,
  body: unknown,
  schema: SchemaName,
): Refusal {
  const pointer = schemaPath.startsWith('#/components/')
    ? schemaPath
    : `#/components/schemas/${schema}${schemaPath.slice(1)}`
  if (keyword === 'required' && instancePath === '') {
    const missing = String(params.missingProperty)
    return invalidRequest(`${missing} is required.`, missing, pointer)
  }
  if (instancePath === '')
    return invalidRequest('The request body must be a JSON object.', undefined, pointer)
  const [param = '', ...rest] = instancePath.slice(1).split('/')
  const place = param + rest.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return invalidRequest(`${place} ${complaint(place, keyword, params, body)}`, param, pointer)
}

const articles: Record<string, string> = { string: 'a string', object: 'an object', array: 'an array' }

function complaint(place: string, keyword: string, params: Record<string, unknown>, body: unknown): string {
  switch (keyword) {
    case 'type':
      return `must be ${articles[String(params.type)] ?? String(params.type)}.`
    case 'minLength':
      return 'must not be empty.'
    case 'maxLength':
      return `must be at most ${String(params.limit)} characters long.`
    case 'minItems':
      return 'must not be empty.'
    case 'uniqueItems':
      return 'must not hold the same element twice.'
    case 'not':
      return 'must hold * alone, or event types without it.'
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}.`
    case 'pattern':
      return place === 'url'
        ? complaintOfUrl(body)
        : 'must be a time in UTC as ISO 8601, such as 2030-01-01T00:00:00Z.'
    default:
      return 'is not valid.'
  }
}

/** WH-2: the message says that the URL must use HTTPS. */
function complaintOfUrl(body: unknown): string {
  const { url } = body as { url: string }
  return /^https:/i.test(url) ? 'must be an absolute HTTPS URL that names a host.' : 'must use HTTPS.'
}

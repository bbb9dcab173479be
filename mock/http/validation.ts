import type { CompleteDialect } from '../../generated/dialect'
import { operations, type OperationId, type SchemaName } from '../../generated/operations'
import { text } from '../settings/sources'
import { requestValidators } from '../../generated/request-validators'
import type { operations as types } from '../../generated/types'
import type { Validate, ValidationError } from '../../openapi/model'
import type { Situation } from '../../generated/situations'
import { invalidRequest, refuse, type Refusal, type RefusalDetails } from './refusal'
import { parseUrl } from '../../src/core/url'

type BodyOf<Id extends OperationId> = types[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The rules that the document has for the body of a request. */
export interface BodyRules<Body> {
  validate: Validate<Body>
  schema: SchemaName
  fields: readonly string[]
}

/** The points in which a dialect is more lenient or stricter than the document. */
export interface BodyExceptions {
  /** Returns whether the deployment accepts this violation of the document. */
  accepts?: (error: ValidationError) => boolean
  /** The known fields, instead of those of the document. */
  fields?: readonly string[]
}

/** The rules for the body of an operation. Throws a `TypeError` when the operation has none. */
export function bodyRules<Id extends OperationId>(operation: Id): BodyRules<BodyOf<Id>> {
  const { schema, fields } = operations[operation].request ?? { schema: null, fields: [] }
  const validate = (requestValidators as Partial<Record<SchemaName, Validate<unknown>>>)[schema ?? 'Error']
  if (!schema || !validate) throw new TypeError(`${operation} has no request body.`)
  return { validate: validate as Validate<BodyOf<Id>>, schema, fields }
}

/**
 * Returns the body once it fits the rules. Throws a refusal that names its first error. `exceptionsOf` is asked for a body that the
 * document, or the dialect, may not admit.
 */
export function validBody<Body>(
  value: unknown,
  { validate, schema, fields }: BodyRules<Body>,
  dialect: CompleteDialect,
  exceptionsOf: (dialect: CompleteDialect) => BodyExceptions = () => ({}),
): Body {
  if (!validate(value)) {
    const { accepts = () => false } = exceptionsOf(dialect)
    const [first, ...others] = (validate.errors ?? []).filter((error) => !accepts(error))
    // Among several errors of one field, a wrong type is the most telling one.
    const type = others.find(
      ({ keyword, instancePath }) => keyword === 'type' && instancePath === first?.instancePath,
    )
    if (first) throw refusalOfError(type ?? first, value, schema)
  }
  if (dialect.unknownFields === 'reject') {
    const known = exceptionsOf(dialect).fields ?? fields
    const unknown = Object.keys(value as object).find((name) => !known.includes(name))
    if (unknown !== undefined) {
      const pointer = `#/components/schemas/${schema}/properties`
      throw refuse('unknownField', { param: unknown, value: unknown, pointer })
    }
  }
  return value as Body
}

/** The refusal of a validation error. Its `param` is the top-level field, also when the error lies deeper. */
function refusalOfError(
  { instancePath, keyword, params, schemaPath }: ValidationError,
  body: unknown,
  schema: SchemaName,
): Refusal {
  const pointer = schemaPath.startsWith('#/components/')
    ? schemaPath
    : `#/components/schemas/${schema}${schemaPath.slice(1)}`
  if (keyword === 'required' && instancePath === '') {
    const missing = String(params.missingProperty)
    return refusalOfField(missing, keyword, `${missing} is required.`, { param: missing, pointer })
  }
  if (instancePath === '') return refuse('invalidBody', { pointer })
  const [param = '', ...rest] = instancePath.slice(1).split('/')
  const place = param + rest.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  const message = `${place} ${complaint(place, keyword, params, body)}`
  const sent = (body as Record<string, unknown>)[param]
  const kind = sent === null ? 'null' : Array.isArray(sent) ? 'array' : typeof sent
  const isText = param === 'url' || keyword === 'minLength' || keyword === 'maxLength'
  const value = isText ? text(sent) : JSON.stringify(sent)
  return refusalOfField(
    param,
    param === 'url' && isInsecure(sent) && parseUrl(sent) ? 'insecure' : keyword,
    message,
    { param, pointer, value, values: { kind } },
  )
}

/** The situations of the fields of a body, by the keyword of the schema that is violated; `*` stands for all others. */
const situationsOfFields: Readonly<Record<string, Readonly<Record<string, Situation>>>> = {
  type: { required: 'missingType', minLength: 'emptyType', maxLength: 'longType', '*': 'invalidType' },
  data: { required: 'missingData', '*': 'invalidData' },
  idempotencyKey: { minLength: 'emptyIdempotencyKey' },
  url: { required: 'missingUrl', insecure: 'insecureUrl', '*': 'invalidUrl' },
  events: {
    required: 'missingEvents',
    minItems: 'emptyEvents',
    uniqueItems: 'duplicateEvents',
    maxItems: 'mixedEvents',
    '*': 'invalidEvents',
  },
}

function refusalOfField(field: string, keyword: string, message: string, details: RefusalDetails): Refusal {
  const ofField = Object.hasOwn(situationsOfFields, field) ? situationsOfFields[field] : undefined
  const situation = ofField?.[keyword] ?? ofField?.['*']
  if (situation !== undefined) return refuse(situation, { ...details, message })
  return invalidRequest(message, details.param ?? undefined, details.pointer)
}

/** Whether the URL of a webhook is a text that does not begin with `https:`. */
function isInsecure(url: unknown): url is string {
  return typeof url === 'string' && !/^https:/i.test(url)
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
    case 'maxItems':
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
  return isInsecure((body as { url: unknown }).url)
    ? 'must use HTTPS.'
    : 'must be an absolute HTTPS URL that names a host.'
}

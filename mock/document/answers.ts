import type { HeaderObject, JsonSchema, MediaObject } from '../../openapi/model'
import { addFurtherHeaders, type Answer } from '../http/answer'
import type { Resolution } from './resolution'
import { schemaOfValue } from './schema-of'

/** An answer that stands as an example. */
export interface NamedAnswer {
  name: string
  summary: string
  answer: Answer
  /** The schema of its body. Made from the body unless given. */
  schema?: JsonSchema
}

/** OQ-38: an answer with the further headers of the dialect. */
export function withFurtherHeaders(answer: Answer, resolution: Resolution): Answer {
  const whole = { ...answer, headers: { ...answer.headers } }
  addFurtherHeaders(whole, resolution)
  return whole
}

/** The bodies of some answers, by their media types. `undefined` where all are empty. */
export function contentOf(answers: readonly NamedAnswer[]): Record<string, MediaObject> | undefined {
  const content: Record<string, MediaObject> = {}
  for (const { name, summary, answer, schema } of answers) {
    const { body, headers } = answer
    if (typeof body !== 'string') continue
    const type = (headers['content-type'] ?? '').replace(/;.*/, '').trim()
    const value: unknown = isJson(type) ? JSON.parse(body) : body
    const known = content[type] ?? { schema: {} }
    content[type] = {
      schema: united(known.schema, schema ?? schemaOfValue(value)),
      examples: { ...known.examples, [name]: { summary, value } },
    }
  }
  // Prism takes every type that ends in +json for JSON, and the first one for all: each has the schemas of all of them.
  const json = Object.entries(content).filter(([type]) => isJson(type))
  const every = json.map(([, media]) => media.schema).reduce(united, {})
  const shared = json.map(([type, media]) => [type, { ...media, schema: every }] as const)
  const whole = { ...content, ...Object.fromEntries(shared) }
  return Object.keys(whole).length > 0 ? whole : undefined
}

const isJson = (type: string) => /[/+]json$/.test(type)

/** A schema that all values of either schema fit. An empty `one` means that there is no schema yet. */
function united(one: JsonSchema, other: JsonSchema): JsonSchema {
  const options = (one.anyOf as JsonSchema[] | undefined) ?? (Object.keys(one).length > 0 ? [one] : [])
  const text = JSON.stringify(other)
  if (options.some((option) => JSON.stringify(option) === text)) return one
  return options.length === 0 ? other : { anyOf: [...options, other] }
}

const schemas: Record<string, (value: string) => JsonSchema> = {
  'retry-after': (value) => {
    if (/^\d+$/.test(value)) return { type: 'integer', minimum: 1 }
    return /^[\d.]+$/.test(value) ? { type: 'number', exclusiveMinimum: 0 } : { type: 'string' }
  },
}

const usual = ['content-type', 'date']

/** The headers of some answers. Those that each answer of the kind has are `required`. */
export function headersOf(
  answers: readonly NamedAnswer[],
  required: readonly string[] = [],
): Record<string, HeaderObject> | undefined {
  const headers: Record<string, HeaderObject> = {}
  for (const { answer } of answers) {
    for (const [name, value] of Object.entries(answer.headers)) {
      if (usual.includes(name)) continue
      const schema = schemas[name]?.(value) ?? { type: 'string' }
      const example = schema.type === 'string' ? value : Number(value)
      headers[name] ??= {
        description: descriptions[name] ?? 'A further header of this deployment.',
        required: required.includes(name),
        schema,
        example,
      }
    }
  }
  return Object.keys(headers).length > 0 ? headers : undefined
}

const descriptions: Record<string, string> = {
  'retry-after': 'When to try again.',
  'www-authenticate': 'The scheme that is wanted (RFC 9110).',
}

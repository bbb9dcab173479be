import type { JsonSchema, ValidationError } from '../../openapi/model'
import { validatorOf } from '../../openapi/schema-check'
import { invalidRequest } from '../http/refusal'
import { strayField } from '../settings/stray-field'

/** The fields of an object with their schemas. The name of one that may be absent ends in `?`. */
export type Fields = Readonly<Record<string, JsonSchema>>

type ValueOfType<Type> = Type extends 'string'
  ? string
  : Type extends 'integer' | 'number'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'object'
          ? Record<string, unknown>
          : unknown

type ValueOf<Schema> = Schema extends { enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { items: infer Items }
    ? | ValueOf<Items>[]
      | (Schema extends { type: readonly (infer Type)[] } ? Extract<ValueOfType<Type>, null> : never)
    : Schema extends { type: readonly (infer Type)[] }
      ? ValueOfType<Type>
      : Schema extends { type: infer Type }
        ? ValueOfType<Type>
        : unknown

/** The values of fields, as their schemas have them. */
export type FieldValues<Of extends Fields> = {
  [Name in keyof Of as Name extends `${string}?` ? never : Name]: ValueOf<Of[Name]>
} & { [Name in keyof Of as Name extends `${infer Bare}?` ? Bare : never]?: ValueOf<Of[Name]> }

/** The schema of an object that has these fields, and no other one unless it is open. */
export function objectOf(fields: Fields, { open = false } = {}): JsonSchema {
  const names = Object.keys(fields)
  const required = names.filter((name) => !name.endsWith('?'))
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(names.map((name) => [bareName(name), fields[name]])),
    ...(!open && { additionalProperties: false }),
  }
}

/** The name of a field without the sign that it may be absent. */
export const bareName = (name: string) => name.replace(/\?$/, '')

/** Refuses an object that does not have the fields which its `thing` has. The message names the field and what would be right. */
export function refuseMisfits(given: object, fields: Fields, thing: string, { open = false } = {}): void {
  const known = Object.keys(fields).map(bareName)
  const stray = open ? undefined : strayField(given, known, thing)
  if (stray && known.length === 0)
    throw invalidRequest(`${stray.field} is no field of ${thing}: it has none.`, stray.field)
  if (stray) throw invalidRequest(stray.message, stray.field)
  const validate = validatorOf(objectOf(fields, { open }))
  if (validate(given)) return
  const [error] = validate.errors ?? []
  if (!error) return
  const [name, schema] = atFault(error, fields)
  throw invalidRequest(`${name} must be ${wordsOf(schema)}.`, name)
}

/** The values of a query, as the schemas of its parameters have them. Refuses what does not fit. */
export function queryValues(query: URLSearchParams, fields: Fields, thing: string): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, text] of query) values[name] = valueOf(text, fields[name] ?? fields[`${name}?`])
  refuseMisfits(values, fields, thing)
  return values
}

/** The value that a text stands for. A text that stands for none is left to the check, which refuses it. */
function valueOf(text: string, schema: JsonSchema | undefined): unknown {
  if (schema?.type === 'integer' && /^\d{1,15}$/.test(text)) return Number(text)
  if (schema?.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

/** The field that an error is about, by its path, and its schema. */
function atFault({ instancePath, keyword, params }: ValidationError, fields: Fields): [string, JsonSchema] {
  const name = keyword === 'required' ? String(params.missingProperty) : (instancePath.split('/')[1] ?? '')
  return [name, fields[name] ?? fields[`${name}?`] ?? {}]
}

/** Puts a schema into words that follow "must be": its title, or else its bounds. */
function wordsOf(schema: JsonSchema): string {
  const { title, enum: allowed, type, minimum, maximum } = schema as WordedSchema
  if (title !== undefined) return title
  if (allowed) return listOf(allowed)
  if (type === 'boolean') return 'true or false'
  const kind = type === 'integer' ? 'whole number' : type
  if (minimum === undefined) return `a ${kind}`
  return `a ${kind} ${maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`
}

interface WordedSchema {
  title?: string
  enum?: readonly string[]
  type?: string
  minimum?: number
  maximum?: number
}

const listOf = (words: readonly string[]) =>
  words.length < 3 ? words.join(' or ') : `one of ${words.join(', ')}`

import openapiTS, { astToString } from 'openapi-typescript'
import type { DialectField } from '../model'
import { dialectEntries } from './dialect-entries'
import type { Rulebook, Schema } from './document'

/** The JSON Schema of a dialect: every field of every open question, none required. */
export function dialectSchema(rulebook: Rulebook): Schema {
  const properties: Record<string, Schema> = {}
  for (const { field, openQuestion, schema } of dialectEntries(rulebook)) {
    properties[field] = { ...schema, description: `${String(schema.description)} (${openQuestion})` }
  }
  return {
    description: 'How one deployment resolves what the interface leaves open.',
    type: 'object',
    properties,
    additionalProperties: false,
    $defs: rulebook.definitions ?? {},
  }
}

/** Every field of a dialect, with what tables, messages and tests say of it. */
export function dialectFields(rulebook: Rulebook): Record<string, DialectField<unknown>> {
  return Object.fromEntries(
    dialectEntries(rulebook).map(
      ({ field, openQuestion, default: preset, schema, samples, values, seenBy }) => {
        const allowed = (schema.enum as unknown[] | undefined) ?? []
        const described: DialectField<unknown> = {
          openQuestion,
          description: String(schema.description),
          values: values ?? allowed.map((one) => JSON.stringify(one)).join(', '),
          default: preset,
          samples: samples ?? allowed,
          seenBy,
        }
        return [field, described]
      },
    ),
  )
}

/** `dialect.ts`: the type of a dialect, its fields as data, and the one that the mock plays unless told otherwise. */
export async function dialectModule(rulebook: Rulebook): Promise<string> {
  const schema = dialectSchema(rulebook)
  const { $defs, ...inDocument } = schema
  const fields = dialectFields(rulebook)
  const types = await openapiTS(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Dialect', version: '1' },
      paths: {},
      components: { schemas: { Dialect: inDocument, ...($defs as object) } },
    }).replaceAll('#/$defs/', '#/components/schemas/'),
  )
  // A field that states nothing unless it is given has parts that stay absent.
  const sparse = Object.keys(fields).filter((name) => JSON.stringify(fields[name]?.default) === '{}')
  const defaults = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]))
  const declaration = /export interface components \{[\s\S]*?\n\}\n/.exec(astToString(types))
  if (!declaration) throw new Error('openapi-typescript made no `components` for the dialect.')
  return `
import { type Complete, type DialectFields, type JsonSchema, type Validate, frozen } from '../openapi/model'
import { validatorOf } from '../openapi/schema-check'

${declaration[0].replace('export interface', 'interface')}
/** How one deployment resolves what the interface leaves open. Every field is optional. */
export type Dialect = components['schemas']['Dialect']

/** The source of a further field's or header's value. */
export type Source = components['schemas']['Source']

/** A dialect in which every field is stated. */
export type CompleteDialect = Complete<Dialect, ${sparse.map((name) => `'${name}'`).join(' | ') || 'never'}>

/** The project's own choice for every field. */
export const defaultDialect: CompleteDialect = /* @__PURE__ */ frozen(${JSON.stringify(defaults, null, 2)})

/** The description of each field. */
export const dialectFields: DialectFields<Dialect> = ${JSON.stringify(fields, null, 2)}

/** The JSON Schema of a dialect. */
export const dialectSchema: JsonSchema = ${JSON.stringify(schema, null, 2)}

/** Says whether a value is a dialect. */
export const validateDialect: Validate<Dialect> = /* @__PURE__ */ validatorOf<Dialect>(dialectSchema)
`
}

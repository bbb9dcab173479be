import openapiTS, { astToString } from 'openapi-typescript'
import type { Rulebook, Schema } from './document'

/** The JSON Schema of a dialect: every field of every open question, none required. */
export function dialectSchema(rulebook: Rulebook): Schema {
  const properties: Record<string, Schema> = {}
  for (const { id, dialect } of rulebook.openQuestions) {
    for (const [field, { schema }] of Object.entries(dialect ?? {})) {
      properties[field] = { ...schema, description: `${String(schema.description)} (${id})` }
    }
  }
  return {
    description: 'How one deployment resolves what the interface leaves open.',
    type: 'object',
    properties,
    additionalProperties: false,
  }
}

/** `dialect.ts`: the type of a dialect, and the one that the mock plays unless told otherwise. */
export async function dialectModule(rulebook: Rulebook): Promise<string> {
  const types = await openapiTS(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Dialect', version: '1' },
      paths: {},
      components: { schemas: { Dialect: dialectSchema(rulebook) } },
    }),
  )
  const defaults = Object.fromEntries(
    rulebook.openQuestions.flatMap(({ dialect }) =>
      Object.entries(dialect ?? {}).map(([field, { default: value }]) => [field, value]),
    ),
  )
  const declaration = /export interface components \{[\s\S]*?\n\}\n/.exec(astToString(types))
  if (!declaration) throw new Error('openapi-typescript made no `components` for the dialect.')
  return `
${declaration[0].replace('export interface', 'interface')}
/** How one deployment resolves what the interface leaves open. Every field is optional. */
export type Dialect = components['schemas']['Dialect']

/** A dialect in which every field is stated. */
export type CompleteDialect = Required<Omit<Dialect, 'errorCodes' | 'operations'>> & {
  errorCodes: Required<NonNullable<Dialect['errorCodes']>>
  operations: Required<NonNullable<Dialect['operations']>>
}

/** The project's own choice for every field. */
export const defaultDialect: CompleteDialect = ${JSON.stringify(defaults, null, 2)}
`
}

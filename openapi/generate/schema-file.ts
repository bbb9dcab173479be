import type { Schema } from './document'

/** The text of a JSON Schema for editors. A file that it describes may name it in `$schema`. */
export function schemaFile(title: string, { properties, ...schema }: Schema): string {
  const reference = { description: 'The place of this schema, for editors. Ignored otherwise.' }
  return `${JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title,
      ...schema,
      properties: { $schema: reference, ...(properties as object) },
    },
    null,
    2,
  )}\n`
}

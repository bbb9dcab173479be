import type { OpenApiDocument } from '../../openapi/model'

/** The text of a document as YAML. The library that writes it is loaded by the first call, so that a page pays for it when it asks. */
export async function yamlOf(document: OpenApiDocument): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, { lineWidth: 110, aliasDuplicateObjects: false })
}

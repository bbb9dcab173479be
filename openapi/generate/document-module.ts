import { operationsOf, resolve, type Document, type Reference } from './document'

type Components = Record<string, Record<string, object>>

// What tells readers of the project's own document alone.
const unserved = new Set(['x-open-question', 'x-codeSamples', 'externalDocs'])

const inlined = ['parameters', 'headers', 'responses', 'examples']

/** `document.ts`: the document as data. References to schemas stay, and every other reference is replaced by what it refers to. */
export function documentModule(document: Document): string {
  const components = document.components as unknown as Components
  const whole = document as unknown as Record<string, unknown>
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const kind = inlined.find((name) =>
      (value as Partial<Reference>).$ref?.startsWith(`#/components/${name}/`),
    )
    if (kind !== undefined) return plain(resolve<object>(components[kind] ?? {}, value))
    const kept = Object.entries(value).filter(([name]) => !unserved.has(name))
    return Object.fromEntries(kept.map(([name, one]) => [name, plain(one)]))
  }
  const operations = (items: Document['paths']) =>
    [...operationsOf(items)].map(({ path, method, item, operation }) => {
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return plain({ path, method, ...operation, parameters })
    })
  const data = {
    openapi: whole.openapi,
    info: whole.info,
    servers: whole.servers,
    security: whole.security,
    tags: whole.tags,
    operations: operations(document.paths),
    deliveries: operations(document.webhooks).map((one) => {
      const { path, ...operation } = one as { path: string }
      return { name: path, ...operation }
    }),
    schemas: plain(components.schemas),
    securitySchemes: plain(components.securitySchemes),
  }
  return `
import type { DocumentParts } from '../openapi/model'

/** The document, in the parts from which one of a dialect is made. */
export const documentParts: DocumentParts = ${JSON.stringify(data, null, 2)}
`
}

import {
  listed,
  nameOf,
  operationsOf,
  type Document,
  type Media,
  type Reference,
  type Response,
} from './document'

function describeMedia(content: Record<string, Media> | undefined) {
  const media = content?.['application/json']
  return {
    schema: media ? nameOf(media.schema) : null,
    examples: Object.fromEntries(
      Object.entries(media?.examples ?? {}).map(([name, example]) => [name, nameOf(example)]),
    ),
  }
}

/** `operations.ts`: what a router and an oracle need to know of each operation. */
export function operationsModule(document: Document): string {
  const { parameters, responses } = document.components
  const resolve = (response: Response | Reference): Response => {
    if (!('$ref' in response)) return response
    const found = responses[nameOf(response)]
    if (!found) throw new Error(`${response.$ref} does not exist.`)
    return found
  }

  const table: Record<string, unknown> = {}
  for (const { path, method, item, operation } of operationsOf(document.paths)) {
    const scopes = operation.security.flatMap((requirement) => requirement.bearerAuth ?? [])
    table[operation.operationId] = {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0],
      scope: scopes[0] ?? null,
      rules: operation['x-rules'],
      openQuestions: listed(operation['x-open-question']),
      parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((reference) => {
        const parameter = parameters[nameOf(reference)]
        if (!parameter) throw new Error(`${reference.$ref} does not exist.`)
        return { name: parameter.name, in: parameter.in, required: parameter.required }
      }),
      request: operation.requestBody ? describeMedia(operation.requestBody.content) : null,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, reference]) => {
          const response = resolve(reference)
          return [
            status,
            {
              description: response.description,
              openQuestions: listed(response['x-open-question']),
              headers: Object.keys(response.headers ?? {}),
              ...describeMedia(response.content),
            },
          ]
        }),
      ),
    }
  }
  const ids = Object.keys(table)
  const schemas = Object.keys(document.components.schemas)
  const examples = Object.keys(document.components.examples)
  return `
/** The id of an operation of the interface. */
export type OperationId = ${ids.map((id) => `'${id}'`).join(' | ')}

/** The name of a schema of the document. */
export type SchemaName = ${schemas.map((name) => `'${name}'`).join(' | ')}

/** The name of an example of the document. */
export type ExampleName = ${examples.map((name) => `'${name}'`).join(' | ')}

/** A permission that a scoped key may carry. */
export type Scope = ${(document.components.schemas.Scope?.enum as string[]).map((scope) => `'${scope}'`).join(' | ')}

/** A body: its schema, and its examples by the name that they have at this place. */
export interface BodyDescription {
  schema: SchemaName | null
  examples: Readonly<Record<string, ExampleName>>
}

/** A response of an operation. Where \`openQuestions\` is not empty, its status, headers or body are an assumption. */
export interface ResponseDescription extends BodyDescription {
  description: string
  openQuestions: readonly string[]
  headers: readonly string[]
}

/** An operation of the interface, as the document describes it. */
export interface OperationDescription {
  id: OperationId
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  tag: string
  /** The scope that a scoped key needs. \`null\`: a key with full access. */
  scope: Scope | null
  rules: readonly string[]
  /** Where not empty, method and path are an assumption. */
  openQuestions: readonly string[]
  parameters: readonly { name: string; in: 'path' | 'query' | 'header'; required: boolean }[]
  request: BodyDescription | null
  /** By status (\`201\`) or class of statuses (\`4XX\`). The exact one goes first. */
  responses: Readonly<Record<string, ResponseDescription>>
}

export const operations: Readonly<Record<OperationId, OperationDescription>> = ${JSON.stringify(table, null, 2)}
`
}

/** `examples.ts`: the values of all examples, by name. */
export function examplesModule(document: Document): string {
  const values = Object.fromEntries(
    Object.entries(document.components.examples).map(([name, { value }]) => [name, value]),
  )
  return `
import type { ExampleName } from './operations'

export const examples: Readonly<Record<ExampleName, unknown>> = ${JSON.stringify(values, null, 2)}
`
}

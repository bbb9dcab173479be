import type { JsonSchema, OperationDescription, ParameterDescription, Route } from '../model'
import {
  listed,
  nameOf,
  operationsOf,
  resolve,
  type Document,
  type Media,
  type OperationAt,
  type Response,
  type Schema,
} from './document'

/** `routes.ts`: where each operation answers, and nothing else, for bundles that must stay small. */
export function routesModule(document: Document): string {
  const routes = Object.fromEntries(
    [...operationsOf(document.paths)].map((found) => [found.operation.operationId, routeOf(found)]),
  )
  return `
import type { Route } from '../openapi/model'

/** The route of each operation. */
export const routes = ${JSON.stringify(routes, null, 2)} as const satisfies Readonly<Record<string, Route>>

/** The id of an operation of the interface. */
export type OperationId = keyof typeof routes
`
}

/** `operations.ts`: what a router, a validator and an oracle need to know of each operation. */
export function operationsModule(document: Document): string {
  const table = Object.fromEntries(
    [...operationsOf(document.paths)].map((found) => [
      found.operation.operationId,
      describeOperation(document, found),
    ]),
  )
  const scopes = document.components.schemas.Scope?.enum
  return `
import type { BodyDescription as Body, Names as AnyNames, OperationDescription as Operation, ResponseDescription as Response } from '../openapi/model'
import type { ExampleName } from './examples'
import type { OperationId } from './routes'
import type { components } from './types'

export type { OperationId }

/** The name of a schema of the document. */
export type SchemaName = keyof components['schemas']

/** The permissions that a scoped key may carry. */
export const scopes = ${JSON.stringify(scopes)} as const

/** A permission that a scoped key may carry. */
export type Scope = (typeof scopes)[number]

interface Names extends AnyNames {
  operation: OperationId
  schema: SchemaName
  example: ExampleName
  scope: Scope
}

export type BodyDescription = Body<Names>
export type ResponseDescription = Response<Names>
export type OperationDescription = Operation<Names>

export const operations: Readonly<Record<OperationId, OperationDescription>> = ${JSON.stringify(table, null, 2)}
`
}

/** `examples.ts`: the values of all examples, by name. */
export function examplesModule(document: Document): string {
  const values = Object.fromEntries(
    Object.entries(document.components.examples).map(([name, { value }]) => [name, value]),
  )
  return `
const values = ${JSON.stringify(values, null, 2)}

/** The name of an example of the document. */
export type ExampleName = keyof typeof values

export const examples: Readonly<Record<ExampleName, unknown>> = values
`
}

function routeOf({ path, method, operation }: OperationAt): Route {
  return {
    method: method.toUpperCase() as Route['method'],
    path,
    assumed: listed(operation['x-open-question']).length > 0,
  }
}

/** A resource of the SDK is named as the tag, and its method as the operation without the word for the resource: `listEventTypes` of the events is `events.listTypes`. */
function sdkMethodOf(id: string, tag: string): string {
  const resource = tag.replace(/s$/, '')
  return `${tag.toLowerCase()}.${id.replace(new RegExp(`${resource}s?`), '')}`
}

function describeOperation(document: Document, found: OperationAt): OperationDescription {
  const { item, operation } = found
  const { parameters, responses } = document.components
  const [tag = ''] = operation.tags
  return {
    id: operation.operationId,
    ...routeOf(found),
    tag,
    sdkMethod: sdkMethodOf(operation.operationId, tag),
    scope: operation.security.flatMap((requirement) => requirement.bearerAuth ?? [])[0] ?? null,
    openQuestions: listed(operation['x-open-question']),
    parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((reference) => {
      const { name, in: place, required, schema } = resolve<ParameterDescription>(parameters, reference)
      return { name, in: place, required, schema: inlined(document, schema) }
    }),
    request: operation.requestBody ? describeRequest(document, operation.requestBody.content) : null,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, given]) => {
        const response = resolve<Response>(responses, given)
        return [
          status,
          {
            description: response.description,
            openQuestions: listed(response['x-open-question']),
            headers: Object.keys(response.headers ?? {}),
            ...describeBody(response.content),
          },
        ]
      }),
    ),
  }
}

function describeBody(content: Record<string, Media> | undefined) {
  const media = content?.['application/json']
  return {
    schema: media ? nameOf(media.schema) : null,
    examples: Object.fromEntries(
      Object.entries(media?.examples ?? {}).map(([name, example]) => [name, nameOf(example)]),
    ),
  }
}

function describeRequest(document: Document, content: Record<string, Media>) {
  const body = describeBody(content)
  const { properties = {}, required = [] } = document.components.schemas[body.schema ?? ''] ?? {}
  return { ...body, fields: Object.keys(properties as Schema), required: required as string[] }
}

/** The schema that a reference leads to, or the schema itself. References within it stay: the schemas of parameters have none. */
function inlined(document: Document, schema: JsonSchema): JsonSchema {
  return typeof schema.$ref === 'string'
    ? resolve<Schema>(document.components.schemas, { $ref: schema.$ref })
    : schema
}

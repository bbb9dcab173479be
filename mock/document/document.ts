import type { CompleteDialect, Dialect } from '../../generated/dialect'
import { documentParts } from '../../generated/document'
import type { OperationId } from '../../generated/operations'
import type { JsonSchema, OpenApiDocument, OperationObject, PathItemObject } from '../../openapi/model'
import { operationPlace } from '../http/router'
import { resolveDialect } from '../settings/dialect'
import { successesOf } from './bodies'
import { deliveryOf } from './deliveries'
import { refusalsOf } from './refusals'
import { parametersOf, requestBodyOf } from './requests'
import { resolutionOf } from './resolution'
import { responsesOf } from './responses'
import { schemasOf } from './schemas'

const description = `Clients create events, each with a type and a JSON payload. The service delivers every event to all
webhook endpoints that subscribe to it.

This document is of one deployment: what the interface leaves open is stated here as this deployment decides it.
`

/**
 * The OpenAPI document of a deployment that speaks a dialect: concrete statuses, operations where they stand, its own fields,
 * headers and errors, and examples as it answers them. The same dialect always gives the same document.
 */
export function documentOf(dialect: CompleteDialect, serverUrl?: string): OpenApiDocument {
  const { openapi, info, security, tags, securitySchemes } = documentParts
  const resolution = resolutionOf(dialect)
  const successes = successesOf(resolution)
  const paths: Record<string, PathItemObject> = {}
  const refusals = documentParts.operations.map(({ operationId }) =>
    refusalsOf(operationId as OperationId, resolution),
  )
  for (const [index, { path: _path, method: _method, ...operation }] of documentParts.operations.entries()) {
    const place = operationPlace(operation.operationId as OperationId, dialect)
    if (place === null) continue
    const [method = '', path = ''] = place.split(' ')
    const requestBody = requestBodyOf(operation, dialect)
    const resolved: OperationObject = {
      ...operation,
      parameters: parametersOf(operation, path, dialect),
      ...(requestBody ? { requestBody } : {}),
      responses: responsesOf(operation, refusals[index] ?? [], successes, resolution),
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: resolved }
  }
  const webhooks = Object.fromEntries(
    documentParts.deliveries.map(({ name, method, ...operation }) => [
      name,
      { [method]: deliveryOf(operation, resolution) },
    ]),
  )
  const schemas = usedSchemas(schemasOf(resolution, refusals.flat()), [paths, webhooks])
  const usedTags = new Set(Object.values(paths).concat(Object.values(webhooks)).flatMap(tagsOf))
  return {
    openapi,
    info: { ...info, description },
    servers:
      serverUrl === undefined ? documentParts.servers : [{ url: serverUrl, description: 'The deployment.' }],
    security,
    tags: tags.filter(({ name }) => usedTags.has(name)),
    paths,
    webhooks,
    components: { schemas, securitySchemes },
  }
}

/**
 * The OpenAPI document of a deployment that speaks a dialect, as the mock hands it out below `/__mock`. `serverUrl` is the address in
 * it; that of the project's document unless given. Throws a `DialectError` when the dialect is wrong.
 *
 * @example
 * const document = openApiDocument({ createEventStatus: 200 }, 'http://127.0.0.1:4010')
 * Object.keys(document.paths)  // ['/v1/events', ...]
 */
export function openApiDocument(dialect: Dialect = {}, serverUrl?: string): OpenApiDocument {
  // Libraries resolve the references of a document in place, and the parts of the original are those of all later documents.
  return structuredClone(documentOf(resolveDialect(dialect), serverUrl))
}

const tagsOf = (item: PathItemObject) => Object.values(item).flatMap(({ tags = [] }) => tags)

/** The schemas that these parts refer to, and those that they refer to themselves. */
function usedSchemas(schemas: Record<string, JsonSchema>, parts: unknown): Record<string, JsonSchema> {
  const used = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow(parts)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

import type { CompleteDialect } from '../../generated/dialect'
import { documentParts } from '../../generated/document'
import { examples } from '../../generated/examples'
import type { OperationId } from '../../generated/operations'
import { requestBodyOf } from './requests'

/** A body of a request, ready to be sent. */
export interface RequestExample {
  operation: OperationId
  /** The name of the example in the document, or the type of the event. */
  name: string
  /** A line for people. */
  summary: string
  body: Record<string, unknown>
}

/**
 * The bodies that the document shows for its operations, as a dialect wants them, and the events of its lists, which can be sent
 * as well. No two events have the same type and the same data.
 */
export function requestExamplesOf(dialect: CompleteDialect): RequestExample[] {
  const shown = documentParts.operations.flatMap(({ operationId, ...operation }) =>
    Object.values(requestBodyOf(operation as never, dialect)?.content ?? {}).flatMap((media) =>
      Object.entries(media.examples ?? {}).map(([name, { summary = name, value }]) => ({
        operation: operationId as OperationId,
        name,
        summary,
        body: value as Record<string, unknown>,
      })),
    ),
  )
  const known = new Set(shown.map(({ body: { type, data } }) => JSON.stringify([type, data])))
  const listed = [examples.firstEventPage, examples.lastEventPage]
    .flatMap((page) => (page as { data: { type: string; data: unknown }[] }).data)
    .filter(({ type, data }) => !known.has(JSON.stringify([type, data])))
    .map(({ type, data }) => ({
      operation: 'createEvent' as const,
      name: type,
      summary: `An event of the type ${type}`,
      body: { type, data },
    }))
  return [...shown, ...listed]
}

import type { Dialect } from '../../generated/dialect'
import { issuePath, schemaFor } from '../catalog/standard-schema'
import { refuse, refuseValue } from '../errors/refuse'
import { placeKey } from '../resources/idempotency'
import { fieldsToJson, toJson } from '../transport/json'
import { largestData } from './table'

/** A new event that was checked: its fields, and its payload as JSON. */
export interface CheckedEvent {
  type: string
  text: string
}

function checkType(type: unknown, { emptyType, maxTypeLength }: Dialect): string {
  if (typeof type !== 'string') return refuseValue('type', type, 'give the type of the event as text.')
  if (type === '' && emptyType === 'reject')
    refuse('type', 'is empty, which this deployment refuses (dialect.emptyType).')
  // A type that is too long in units of UTF-16 may be short enough in characters.
  if (typeof maxTypeLength === 'number' && type.length > maxTypeLength && [...type].length > maxTypeLength)
    refuse(
      'type',
      `has ${[...type].length} characters, and this deployment takes ${maxTypeLength} (dialect.maxTypeLength).`,
    )
  return type
}

function checkPayload(data: unknown, { nonObjectData }: Dialect): string {
  if (data === undefined) refuseValue('data', data, 'give the payload, if only {}.')
  const text = toJson('data', data)
  if (!text.startsWith('{') && nonObjectData !== 'accept')
    refuse(
      'data',
      'is no object: give a plain object. A deployment that takes other payloads has the dialect { nonObjectData: "accept" }.',
    )
  return text
}

// A client reads no longer answers unless it is told to, and the answer to an event holds the payload.
const usualBytes = 16_777_216
const mostBytesOfCharacter = 3

function checkSize({ type, text }: CheckedEvent, idempotencyKey: string, dialect: Dialect): void {
  const { maxPayloadBytes } = dialect
  const most = Math.min(maxPayloadBytes ?? usualBytes, largestData)
  const { field } = placeKey(dialect, idempotencyKey)
  // The request is one object of all fields, so that its length is that of both parts: the brace that ends the first one moves to the end.
  const request = `${fieldsToJson({ type, ...field })},"data":${text}`
  if (request.length * mostBytesOfCharacter <= most) return
  const size = new TextEncoder().encode(request).length
  const why =
    most === maxPayloadBytes
      ? `this deployment takes ${most} (dialect.maxPayloadBytes)`
      : `an outbox takes ${most}, or what dialect.maxPayloadBytes says, up to ${largestData}`
  if (size > most) refuse('data', `makes a request of ${size} bytes, and ${why}.`)
}

/**
 * Refuses an event that can never be created, while the transaction that it belongs to can still be rolled back. The error names the field.
 * Where the dialect says nothing, the interface alone is known.
 */
export function checkEvent(input: object, idempotencyKey: string, dialect: Dialect): CheckedEvent {
  const { type, data } = input as { type?: unknown; data?: unknown }
  const event = { type: checkType(type, dialect), text: checkPayload(data, dialect) }
  checkSize(event, idempotencyKey, dialect)
  return event
}

/** Refuses a payload that the catalog refuses. `undefined` where the validator answered at once, so that nothing waits. */
export function validatePayload(input: object, catalog: object | undefined): Promise<void> | undefined {
  const { type, data } = input as { type: string; data: unknown }
  const result = schemaFor(catalog, type)?.['~standard'].validate(data)
  const refuseIssue = ({ issues }: Awaited<NonNullable<typeof result>>) => {
    const [issue] = issues ?? []
    if (issue) refuse(issuePath(issue), issue.message)
  }
  if (result instanceof Promise) return result.then(refuseIssue)
  if (result) refuseIssue(result)
  return undefined
}

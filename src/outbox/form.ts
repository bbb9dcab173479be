import type { Dialect } from '../../generated/dialect'
import { issuePath, schemaFor } from '../catalog/standard-schema'
import { refuse, refuseValue } from '../errors/refuse'
import { placeKey } from '../resources/idempotency'
import { fieldsToJson, toJson } from '../transport/json'

/** The facts that are known of a deployment and its events. */
export interface FormOptions {
  dialect: Dialect
  catalog: object | undefined
}

/** A new event whose form is right: its fields, and its payload as JSON. */
export interface FormedEvent {
  type: string
  text: string
}

/** Refuses events that can never be created, while the transaction that they belong to can still be rolled back. */
export interface Form {
  /** Refuses by its name a field that is not as it has to be. */
  check(input: object, idempotencyKey: string): FormedEvent
  /** Refuses a payload that the catalog refuses. `undefined` where the answer was there at once, so that nothing waits. */
  validate(input: object): Promise<void> | undefined
}

/** Makes the form of the events of an outbox. Of a deployment without a dialect, nothing but the interface is known. */
export function createForm({ dialect, catalog }: FormOptions): Form {
  const { emptyType, maxTypeLength, nonObjectData, maxPayloadBytes } = dialect

  const checkType = (type: unknown): string => {
    if (typeof type !== 'string') return refuseValue('type', type, 'give the type of the event as text.')
    if (type === '' && emptyType === 'reject')
      refuse('type', 'is empty, which this deployment refuses (dialect.emptyType).')
    // One that is too long as UTF-16 may be short enough as characters.
    if (typeof maxTypeLength === 'number' && type.length > maxTypeLength && [...type].length > maxTypeLength)
      refuse(
        'type',
        `has ${[...type].length} characters, and this deployment takes ${maxTypeLength} (dialect.maxTypeLength).`,
      )
    return type
  }

  const payloadOf = (data: unknown): string => {
    if (data === undefined) refuseValue('data', data, 'give the payload, if only {}.')
    const text = toJson('data', data)
    if (!text.startsWith('{') && nonObjectData !== 'accept')
      refuse(
        'data',
        'is no object: give a plain object. A deployment that takes other payloads has the dialect { nonObjectData: "accept" }.',
      )
    return text
  }

  const checkSize = ({ type, text }: FormedEvent, key: string) => {
    if (maxPayloadBytes === undefined) return
    const { field } = placeKey(dialect, key)
    const body = `${fieldsToJson({ type, ...field })},"data":${text}`
    const size = new TextEncoder().encode(body).length
    if (size > maxPayloadBytes)
      refuse(
        'data',
        `makes a request of ${size} bytes, and this deployment takes ${maxPayloadBytes} (dialect.maxPayloadBytes).`,
      )
  }

  return {
    check(input, idempotencyKey) {
      const { type, data } = input as { type?: unknown; data?: unknown }
      const event = { type: checkType(type), text: payloadOf(data) }
      checkSize(event, idempotencyKey)
      return event
    },
    validate(input) {
      const { type, data } = input as { type: string; data: unknown }
      const result = schemaFor(catalog, type)?.['~standard'].validate(data)
      const refuseIssue = ({ issues }: Awaited<NonNullable<typeof result>>) => {
        const [issue] = issues ?? []
        if (issue) refuse(issuePath(issue), issue.message)
      }
      if (result instanceof Promise) return result.then(refuseIssue)
      if (result) refuseIssue(result)
      return undefined
    },
  }
}

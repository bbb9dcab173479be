import type { Dialect } from '../../generated/dialect'
import { InvalidRequestError } from '../errors/api-errors'
import { refuse } from '../preflight'

/** Where a deployment reads the idempotency key, and how the key gets there. */
export interface Idempotency {
  /** The caller's key, or a new one. */
  key(given: string | undefined): string
  /** The body's text and the headers of a creation. */
  write(type: string, data: unknown, key: string): { body: string; headers: Record<string, string> }
  /** Adds to a refusal of the key what can be done about it. */
  explain<T>(result: Promise<T>): Promise<T>
}

// Fetch trims a header's value, so that the key at the ends with a space would differ from the one in the body.
const printable = /^[!-~]([ -~]{0,253}[!-~])?$/

export function createIdempotency(dialect: Dialect): Idempotency {
  const place = dialect.idempotency ?? { in: 'both' }
  const header = place.in === 'both' ? 'Idempotency-Key' : place.in === 'header' ? place.name : undefined
  const field = place.in === 'both' ? 'idempotencyKey' : place.in === 'body' ? place.name : undefined

  return {
    key(given = crypto.randomUUID()) {
      if (!printable.test(given))
        refuse('idempotencyKey', 'idempotencyKey must be 1 to 255 printable ASCII characters.')
      return given
    },
    write(type, data, idempotencyKey) {
      if (typeof type !== 'string') refuse('type', 'type is missing.', { idempotencyKey })
      let text: string | undefined
      try {
        text = JSON.stringify(data)
      } catch (cause) {
        refuse('data', 'data holds what JSON cannot carry: a cycle or a bigint.', { idempotencyKey }, cause)
      }
      if (text === undefined) refuse('data', 'data is missing, or is no JSON value.', { idempotencyKey })
      const key = field ? `,${JSON.stringify(field)}:${JSON.stringify(idempotencyKey)}` : ''
      return {
        body: `{"type":${JSON.stringify(type)},"data":${text}${key}}`,
        headers: header ? { [header]: idempotencyKey } : {},
      }
    },
    async explain(result) {
      try {
        return await result
      } catch (error) {
        if (
          error instanceof InvalidRequestError &&
          place.in === 'both' &&
          /idempotency/i.test(error.param ?? '')
        ) {
          error.message +=
            ' The key was sent in the body and in a header: name the place that counts in dialect.idempotency.'
        }
        throw error
      }
    },
  }
}

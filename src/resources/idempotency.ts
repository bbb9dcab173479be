import type { Dialect } from '../../generated/dialect'
import { InvalidRequestError } from '../errors/api-errors'
import { refuse } from '../preflight'

/** Where a deployment reads the idempotency key, and how the key gets there. */
export interface Idempotency {
  /** The headers and the body of a creation. */
  write(type: string, data: unknown, key: string): { body: string; headers: Record<string, string> }
  /** Adds to a refusal of the key what can be done about it. */
  explain(error: unknown): unknown
}

// Fetch trims a header's value: a key with a space at its ends would differ from the one in the body.
const printable = /^[!-~]([ -~]{0,253}[!-~])?$/

/** The caller's key, or a new one. */
export function idempotencyKeyOf(given = crypto.randomUUID() as string): string {
  if (!printable.test(given))
    refuse('idempotencyKey', 'idempotencyKey must be 1 to 255 printable ASCII characters.')
  return given
}

export function createIdempotency({ idempotency }: Dialect): Idempotency {
  const place = idempotency ?? { in: 'both' }
  const name = (where: string, usual: string) =>
    place.in === 'both' ? usual : place.in === where ? place.name : undefined
  const header = name('header', 'Idempotency-Key')
  const field = name('body', 'idempotencyKey')

  return {
    write(type, data, idempotencyKey) {
      let text: string | undefined
      let cause: unknown
      try {
        text = JSON.stringify(data)
      } catch (error) {
        cause = error
      }
      if (!text) refuse('data', 'data must be a value that JSON can carry.', { idempotencyKey }, cause)
      if (typeof type !== 'string') refuse('type', 'type must be a string.', { idempotencyKey })
      const fields = JSON.stringify({ type, ...(field && { [field]: idempotencyKey }) })
      return {
        body: `${fields.slice(0, -1)},"data":${text}}`,
        headers: header ? { [header]: idempotencyKey } : {},
      }
    },
    explain(error) {
      if (
        error instanceof InvalidRequestError &&
        place.in === 'both' &&
        /idempotency/i.test(error.param ?? '')
      ) {
        error.message += ' It is sent in two places: dialect.idempotency names one.'
      }
      return error
    },
  }
}

import type { Dialect } from '../../generated/dialect'
import type { InvalidRequestError } from '../errors/api-errors'
import { refuse } from '../preflight'

// Fetch trims a header's value: a key with a space at its ends would differ from the one in the body.
const printable = /^[!-~]([ -~]{0,253}[!-~])?$/

/** The caller's key, or a new one. */
export function idempotencyKeyOf(given: string = crypto.randomUUID()): string {
  if (!printable.test(given)) refuse('idempotencyKey', 'must be 1 to 255 printable ASCII.')
  return given
}

/** The headers and the body of a creation, with the key where the deployment reads it. */
export function writeEvent({ idempotency }: Dialect, type: string, data: unknown, idempotencyKey: string) {
  const place: { in: string; name?: string } = idempotency ?? { in: 'both' }
  const { name } = place
  let text: string | undefined
  let cause: unknown
  try {
    text = JSON.stringify(data)
  } catch (error) {
    cause = error
  }
  if (!text) refuse('data', 'must be JSON.', { idempotencyKey }, cause)
  const fields = JSON.stringify({
    type,
    ...(place.in !== 'header' && { [name ?? 'idempotencyKey']: idempotencyKey }),
  })
  return {
    body: `${fields.slice(0, -1)},"data":${text}}`,
    headers: place.in === 'body' ? undefined : { [name ?? 'Idempotency-Key']: idempotencyKey },
  }
}

/** Adds to a refusal of the key what can be done about it. */
export function explainRefusal(
  { idempotency: place }: Dialect,
  error: InvalidRequestError,
): InvalidRequestError {
  if (!place && /idempotency/i.test(error.param ?? '')) {
    error.message += ' Name its place in dialect.idempotency.'
  }
  return error
}

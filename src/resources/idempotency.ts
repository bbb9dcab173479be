import type { Dialect } from '../../generated/dialect'
import type { InvalidRequestError } from '../errors/api-errors'
import { RequestError } from '../errors/request-errors'
import { refuse } from '../preflight'
import { toJson } from '../transport/json'

// Fetch trims a header's value: a key with a space at its ends would differ from the one in the body.
const printable = /^[!-~]([ -~]{0,253}[!-~])?$/

/** The caller's key, or a new one. */
export function idempotencyKeyOf(given: string = crypto.randomUUID()): string {
  // Not by `test` alone: of whatever is no text it would test the text, and `[object Object]` would be the key of every event.
  if (typeof given !== 'string' || !printable.test(given)) refuse('idempotencyKey', 'must be ASCII.')
  return given
}

/** The headers and the body of a creation, with the key where the deployment reads it. */
export function writeEvent({ idempotency }: Dialect, type: string, data: unknown, idempotencyKey: string) {
  const { in: place, name }: { in?: string; name?: string } = idempotency ?? {}
  const fields = JSON.stringify({
    type,
    ...(place !== 'header' && { [name ?? 'idempotencyKey']: idempotencyKey }),
  })
  return {
    body: `${fields.slice(0, -1)},"data":${toJson('data', data)}}`,
    headers: place === 'body' ? undefined : { [name ?? 'Idempotency-Key']: idempotencyKey },
  }
}

/** Puts the key on whatever ended the creation, and adds to a refusal of it what can be done. */
export function withKey(error: unknown, idempotencyKey: string, { idempotency: place }: Dialect): unknown {
  if (error instanceof RequestError) {
    Object.assign(error, { idempotencyKey })
    if (!place && /idempotency/i.test(`${(error as InvalidRequestError).param}`)) {
      error.message += ' See dialect.idempotency.'
    }
  }
  return error
}

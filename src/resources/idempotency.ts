import type { Dialect } from '../../generated/dialect'
import type { InvalidRequestError } from '../errors/api-errors'
import { refuse, refuseValue } from '../errors/refuse'
import { RequestError } from '../errors/request-errors'

// `fetch` trims the value of a header: a key with a space at its ends would differ from the one in the body.
const printable = /^[!-~]([ -~]{0,253}[!-~])?$/

/** A random UUID (version 4, RFC 9562). */
function randomKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<Crypto> }
  // Missing in React Native, and in pages that came over plain http.
  if (crypto?.randomUUID) return crypto.randomUUID()
  if (!crypto?.getRandomValues) {
    refuse(
      'idempotencyKey',
      'must be given where crypto.getRandomValues is missing. In React Native, import react-native-get-random-values.',
    )
  }
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  // In a UUID the 13th digit is the version, here 4, and the 17th the variant, which may be any of 8, 9, a and b.
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}

/** The caller's key, or a new one. */
export function idempotencyKeyOf(key: string = randomKey()): string {
  // The test of a pattern turns its argument into text: without the type check every object would be the key `[object Object]`.
  if (typeof key !== 'string' || !printable.test(key))
    refuseValue('idempotencyKey', key, 'give 1 to 255 printable ASCII characters.')
  return key
}

const defaultMark = { name: 'Idempotency-Replayed', value: 'true' }

/**
 * The key as a header and as a field of the body, in both places unless the dialect names one, and the header by which the deployment
 * marks an event that the key had made before.
 */
export function placeKey({ idempotency, replayHeader = defaultMark }: Dialect, key: string) {
  const { in: place, name }: { in?: string; name?: string } = idempotency ?? {}
  return {
    replayHeader,
    header: place === 'body' ? {} : { [name ?? 'Idempotency-Key']: key },
    field: place === 'header' ? {} : { [name ?? 'idempotencyKey']: key },
  }
}

/**
 * Adds the idempotency key to the error that ended the creation of an event. Where the service refused the key itself and no dialect says
 * how it wants keys, the message names `dialect.idempotency`.
 */
export function withKey(error: unknown, idempotencyKey: string, { idempotency }: Dialect): unknown {
  if (error instanceof RequestError) {
    Object.assign(error, { idempotencyKey })
    if (!idempotency && /idempotency/i.test(`${(error as InvalidRequestError).param}`)) {
      error.message += ' See dialect.idempotency.'
    }
  }
  return error
}

import { equalInConstantTime } from '../core/encoding'
import { type RawBody, isRawBody, signature, signedBytes } from './hmac'
import type { SignatureScheme } from './scheme'
import { standardWebhooks } from './standard-webhooks'
import { cutOff, fail, needMethod } from './verification-error'

/** Headers as `fetch` has them, as Node has them, or as a plain object in any letter case. */
export type HeadersLike =
  { get(name: string): string | null } | Record<string, string | readonly string[] | undefined>

/** A delivery as it arrived: a `Request` whose body was not read, or its headers and raw body. */
export type Delivery = Request | { body: RawBody; headers: HeadersLike }

/** How a delivery is verified. */
export interface VerifyOptions {
  /** The `whsec_` secret of the webhook, or several while one replaces another. */
  secret: string | readonly string[]
  /** How far the time of signing may lie before or after `now`, in seconds. 300 unless given. */
  tolerance?: number | undefined
  /** The time, in milliseconds since the epoch. The system's clock unless given. */
  now?: (() => number) | undefined
  /** The scheme. `standardWebhooks` unless given. */
  scheme?: SignatureScheme | undefined
}

/** The verified claims of a delivery. */
export interface Verified {
  /** Identifies the delivery, the same on each of its retries. Absent in schemes that have none. */
  id?: string
  /** When the delivery was signed, in Unix seconds. Absent in schemes that sign no time. */
  timestamp?: number
  /** The index of the secret that matched. */
  secretIndex: number
}

function readHeader(headers: HeadersLike, names: readonly string[]): string {
  const plain = Object(headers) as Record<string, string | readonly string[] | undefined>
  for (const name of names) {
    const value =
      typeof plain.get === 'function'
        ? (headers as Headers).get(name)
        : Object.entries(plain).find(([key]) => key.toLowerCase() === name)?.[1]
    if (value?.length) return value.toString()
  }
  const came = [...((headers as Headers)?.keys?.() ?? Object.keys(plain))].filter((name) =>
    /sign/i.test(name),
  )
  return fail(
    'missing-header',
    `The header ${names[0]} is missing. Came: ${came.join() || 'no signature'}. Does another scheme fit, such as svix?`,
  )
}

/** The body as it arrived. A `Request` gives it only once. */
export async function rawBody(delivery: Delivery): Promise<RawBody> {
  const { body } = delivery
  if ('arrayBuffer' in delivery && !delivery.bodyUsed && !delivery.body?.locked) {
    return delivery.arrayBuffer().catch(cutOff)
  }
  return isRawBody(body)
    ? body
    : fail('body-not-raw', 'The body was read or parsed: give the bytes as they came.')
}

/**
 * Verifies the signature of a delivery over its raw bytes, in constant time.
 *
 * @throws WebhookVerificationError with a stable `code`.
 * @example
 * const { id } = await verify({ body, headers }, { secret: process.env.WEBHOOK_SECRET ?? '' })
 */
export async function verify(delivery: Delivery, options: VerifyOptions): Promise<Verified> {
  const { secret, tolerance = 300, now = Date.now, scheme = standardWebhooks } = options ?? {}
  needMethod('scheme', scheme, 'read', 'a scheme, such as svix')
  needMethod('now', now, 'call', 'a function')
  const { id, timestamp, signatures } = scheme.read((...names) => readHeader(delivery.headers, names))
  if (!signatures.length || (timestamp !== undefined && !/^\d{1,12}$/.test(timestamp))) {
    fail('malformed-header', `The headers are not those of ${scheme.name}. Set scheme.`)
  }
  if (timestamp !== undefined) {
    const age = Math.floor(now() / 1000) - +timestamp
    // A comparison with NaN is false: a tolerance or a time that is no number refuses.
    if (!(Math.abs(age) <= tolerance)) {
      fail(
        age < 0 ? 'timestamp-in-future' : 'timestamp-too-old',
        `Signed ${Math.abs(age)} s off, ${tolerance} are tolerated: a replay, or a wrong clock.`,
      )
    }
  }

  // An empty text holds no key, and is refused as such.
  const secrets = secret?.length ? [secret].flat() : ['']
  const bytes = signedBytes(scheme.prefix(id, timestamp), await rawBody(delivery))
  for (const [secretIndex, candidate] of secrets.entries()) {
    const expected = await signature(scheme, candidate, bytes)
    if (signatures.some((claimed) => equalInConstantTime(expected, claimed))) {
      return { id, timestamp: timestamp === undefined ? undefined : +timestamp, secretIndex }
    }
  }
  return fail('no-match', 'No signature matches: the body was changed, or the secret is of another webhook.')
}

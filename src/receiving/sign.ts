import { type RawBody, isRawBody, signature, signedBytes } from './hmac'
import type { SignatureScheme } from './scheme'
import { standardWebhooks } from './standard-webhooks'
import { fail, needMethod } from './verification-error'
import { requireWebCrypto } from './web-crypto'

/** A delivery to sign. */
export interface SignInput {
  /** The exact bytes that will be sent. */
  body: RawBody
  /** Identifies the delivery. */
  id: string
  /** The time of signing, in Unix seconds. */
  timestamp: number
}

/** How a delivery is signed. */
export interface SignOptions {
  /** The `whsec_` secret of the webhook. */
  secret: string
  /** The scheme. `standardWebhooks` unless given. */
  scheme?: SignatureScheme | undefined
}

/**
 * Signs a delivery and returns the headers that carry the signature.
 *
 * @throws WebhookVerificationError `wrong-secret`, `wrong-option`, `body-not-raw`, or `malformed-header` for a timestamp that is not a whole second
 * and for an id with a dot, where the scheme signs ids.
 * @example
 * const headers = await sign({ body, id: 'msg_1', timestamp: 1700000000 }, { secret })
 */
export async function sign(input: SignInput, options: SignOptions): Promise<Record<string, string>> {
  const { body, id, timestamp } = input
  const { secret, scheme = standardWebhooks } = options ?? {}
  if (!isRawBody(body)) fail('body-not-raw', 'The body to sign is neither text nor bytes.')
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    fail('malformed-header', `The timestamp to sign, ${timestamp}, is no whole number of Unix seconds.`)
  try {
    const bytes = signedBytes(scheme.prefix(id, timestamp), body)
    return scheme.write(id, timestamp, await signature(scheme, secret, bytes))
  } catch (error) {
    // These causes are rare, and only where signing failed are they looked for.
    requireWebCrypto()
    needMethod('scheme', scheme, 'read', 'a scheme, such as svix')
    throw error
  }
}

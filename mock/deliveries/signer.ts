import { bodyHex, sign, standardWebhooks, svix, timestampedHex } from '@event-delivery/sdk/webhooks'
import { base64, hex } from '../../src/core/encoding'
import type { CompleteDialect } from '../../generated/dialect'
import { chanceOf } from '../settings/sources'
import { createSeededRandom, type Random } from '../settings/random'
import { amongOthers, likeSignature } from '../settings/shapes'

const secretBytes = 32

/** A new webhook secret in the form of Standard Webhooks. */
export function newSecret(random: Random): string {
  return `whsec_${base64(random.bytes(secretBytes))}`
}

/** A message to sign. */
export interface Unsigned {
  id: string
  /** Unix time in seconds. */
  timestamp: number
  body: string
}

/** Makes the signature headers of a message. */
export type Signer = (message: Unsigned, secret: string) => Promise<Record<string, string>>

/**
 * Signs with two secrets, as a rotation wants it: the signatures stand in one header, as the scheme separates them. A
 * scheme with one signature a header signs with the new secret alone.
 */
export async function signTwice(
  signer: Signer,
  message: Unsigned,
  [secret, previous]: readonly [string, string],
): Promise<Record<string, string>> {
  const [headers, earlier] = await Promise.all([signer(message, secret), signer(message, previous)])
  for (const [name, value] of Object.entries(headers)) {
    const other = earlier[name] ?? value
    if (other === value) continue
    if (/^v1,/.test(value)) headers[name] = `${value} ${other}`
    else if (/^t=\d+,v1=/.test(value)) headers[name] = value + other.replace(/^t=\d+/, '')
  }
  return headers
}

/** The signer of a dialect (OQ-12). */
export function createSigner({
  signature: { scheme, header, sample, in: place = 'header' },
  deliveryBody,
  deliveryEncoding,
}: Pick<CompleteDialect, 'signature' | 'deliveryBody' | 'deliveryEncoding'>): Signer {
  switch (scheme) {
    case 'standard-webhooks':
      return besides(sample, (message, secret) => sign(message, { secret, scheme: standardWebhooks }))
    case 'svix':
      return besides(sample, (message, secret) => sign(message, { secret, scheme: svix }))
    case 'timestamped-hex':
      return (message, secret) => sign(message, { secret, scheme: timestampedHex({ header }) })
    case 'body-hex':
      return (message, secret) => sign(message, { secret, scheme: bodyHex({ header }) })
    case 'unknown':
      // A signature outside of the headers stands in the template of the delivery, as a placeholder for random letters. Where the
      // template has none, there is no such signature, and the header is used.
      if (place !== 'header' && /\{(random|hex):\d+\}/.test(JSON.stringify([deliveryBody, deliveryEncoding])))
        return () => Promise.resolve({})
      return (message, secret) => signUnknown(message, secret, header ?? 'x-signature', sample)
  }
}

/** A signer whose header holds the other signatures of a sample beside the right one. */
function besides(sample: string | undefined, signer: Signer): Signer {
  if (sample === undefined) return signer
  return async (message, secret) => {
    const headers = await signer(message, secret)
    for (const [name, value] of Object.entries(headers))
      if (/^v1,/.test(value))
        headers[name] = amongOthers(sample, value, chanceOf(value, message.timestamp * 1_000))
    return headers
  }
}

/**
 * A signature that no known scheme verifies: HMAC-SHA-512 over the body, in hex. With a sample it has the sample's shape, and
 * its digits are drawn from the HMAC, so that it still depends on the secret and the body.
 */
async function signUnknown(
  { body, timestamp }: Unsigned,
  secret: string,
  header: string,
  sample: string | undefined,
): Promise<Record<string, string>> {
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-512' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(body)))
  if (sample !== undefined) {
    const seed = new DataView(signature.buffer).getUint32(0)
    return { [header]: likeSignature(sample, { random: createSeededRandom(seed), now: timestamp * 1_000 }) }
  }
  return { [header]: hex(signature) }
}

import { createHmac } from 'node:crypto'
import type { Dialect } from '../../../generated/dialect'
import type { Delivery } from '../receiver/inbox'

/** A value that has the form of one of the four schemes, and all that verifies it but the key. */
export interface Candidate {
  dialect: NonNullable<Dialect['signature']>
  header: string
  value: string
  /** The signatures that the header holds, one of which has to verify. */
  signatures: readonly string[]
  encoding: 'base64' | 'hex'
  /** The text that is signed together with the body, before it. */
  start: string
  timestamp?: string
  /** Whether nothing but this scheme looks like this, so that a value which does not verify is wrong. */
  isUnmistakable: boolean
}

/** Digits of a timestamp in seconds at most. One with more of them counts milliseconds. */
const longestSeconds = 11
const usualBodyHexHeader = 'x-hub-signature-256'

/** The values in a delivery that have the form of one of the four schemes. */
export function candidatesIn(delivery: Delivery): Candidate[] {
  return [...inThreeHeaders(delivery), ...inOneHeader(delivery)]
}

/** The keys that a secret may stand for: its text, with and without its prefix, and what that encodes. */
export function keysOf(secret: string): { whole: Buffer; decoded: Buffer; others: Buffer[] } {
  const part = secret.replace(/^whsec_/, '')
  const isHex = /^([0-9a-f]{2})+$/i.test(part)
  return {
    whole: Buffer.from(secret),
    decoded: Buffer.from(part, 'base64'),
    others: [Buffer.from(part), ...(isHex ? [Buffer.from(part, 'hex')] : [])],
  }
}

/** Whether a candidate is verified by a secret: under its scheme, or with the key or the timestamp taken in another way. */
export function verificationOf(
  { signatures, encoding, start, timestamp }: Candidate,
  delivery: Delivery,
  secret: string,
): 'by the scheme' | 'in another way' | undefined {
  const { whole, decoded, others } = keysOf(secret)
  const bodies = signedBodies(delivery)
  const verifies = (key: Buffer) =>
    bodies.some((body) => signatures.includes(hmac(key, start, body).toString(encoding)))
  const countsSeconds = timestamp === undefined || timestamp.length <= longestSeconds
  if (countsSeconds && verifies(encoding === 'base64' ? decoded : whole)) return 'by the scheme'
  return [decoded, whole, ...others].some(verifies) ? 'in another way' : undefined
}

/**
 * The signature header of a delivery that holds further signatures beside the one that the secret verifies, which is written
 * as `{signature}`; `undefined` where the header holds that one alone.
 */
export function signatureAmongOthers(delivery: Delivery, secret: string): string | undefined {
  for (const { encoding, signatures, start, value } of inThreeHeaders(delivery)) {
    const key = keysOf(secret).decoded
    const right = signedBodies(delivery).map((body) => hmac(key, start, body).toString(encoding))
    const own = signatures.find((one) => right.includes(one))
    if (own !== undefined && /\S\s+\S/.test(value)) return value.replace(`v1,${own}`, '{signature}')
  }
  return undefined
}

/** The bodies that a signature may cover: the one that was sent, and the one before it was compressed. */
export function signedBodies({ body, headers, text }: Delivery): Uint8Array[] {
  const isCompressed = headers.has('content-encoding') || (body[0] === 0x1f && body[1] === 0x8b)
  return isCompressed ? [body, Buffer.from(text)] : [body]
}

/** Signatures of the schemes that have an id, a timestamp and a list of signatures, each in a header. */
function inThreeHeaders({ headers }: Delivery): Candidate[] {
  const schemes = { 'standard-webhooks': 'webhook', svix: 'svix' } as const
  return Object.entries(schemes).flatMap(([scheme, prefix]): Candidate[] => {
    const header = `${prefix}-signature`
    const value = headers.get(header)
    if (value === null) return []
    const [id, timestamp] = [headers.get(`${prefix}-id`), headers.get(`${prefix}-timestamp`)]
    // 32 bytes: another length is of another algorithm.
    const signatures = value.split(' ').flatMap((one) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? [])
    if (!id || !timestamp || signatures.length === 0 || !/^\d+$/.test(timestamp)) return []
    const dialect = { scheme: scheme as keyof typeof schemes }
    const start = `${id}.${timestamp}.`
    const shared = { encoding: 'base64', isUnmistakable: true } as const
    return [{ ...shared, dialect, header, value, signatures, start, timestamp }]
  })
}

/** Signatures of the two schemes that stand in one header, whatever its name. */
function inOneHeader({ headers }: Delivery): Candidate[] {
  return [...headers].flatMap(([header, value]): Candidate[] => {
    const [, timestamp, signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(value) ?? []
    const [, ofBody] = /^sha256=([0-9a-f]{64})$/.exec(value) ?? []
    const shared = { header, value, encoding: 'hex' } as const
    if (timestamp !== undefined && signed !== undefined) {
      const dialect = { scheme: 'timestamped-hex', header } as const
      const start = `${timestamp}.`
      // Many services write what they sign like this, and each signs what it likes: its URL, its method, a digest.
      return [{ ...shared, dialect, signatures: [signed], start, timestamp, isUnmistakable: false }]
    }
    if (ofBody === undefined) return []
    const dialect = { scheme: 'body-hex', header } as const
    // Other things are written like this as well: a plain digest, or a signature of more than the body.
    const isUnmistakable = header === usualBodyHexHeader
    return [{ ...shared, dialect, signatures: [ofBody], start: '', isUnmistakable }]
  })
}

function hmac(key: Uint8Array, start: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(start).update(body).digest()
}

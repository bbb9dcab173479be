import { createHmac } from 'node:crypto'
import type { Dialect } from '../../../generated/dialect'
import type { Delivery } from '../receiver/inbox'

/** The outcome of inspecting a delivery's signature. */
export interface Signature {
  /** `verified`: made with this secret. `wrong`: it has the form of a known scheme and does not verify. */
  outcome: 'verified' | 'wrong' | 'missing' | 'unrecognised'
  dialect?: Dialect['signature']
  /** The header that was taken for the signature, or the names of all headers where none was. */
  seen: string
  /** When it was signed, in Unix seconds, where the scheme says so. */
  timestamp?: number
}

/** A value that has the form of a known scheme, and all that verifies it but the key. */
interface Candidate {
  dialect: NonNullable<Dialect['signature']>
  header: string
  value: string
  /** The signatures that the header holds, one of which has to verify. */
  signatures: readonly string[]
  encoding: 'base64' | 'hex'
  /** The text that is signed together with the body, before it. */
  start: string
  timestamp?: string
}

/** Digits of a timestamp in seconds at most. One with more of them counts milliseconds. */
const longestSeconds = 11

/** Verifies a delivery with a webhook's secret under each of the four schemes. */
export function inspectSignature(delivery: Delivery, secret: string): Signature {
  const candidates = [...inThreeHeaders(delivery), ...inOneHeader(delivery)]
  const part = secret.replace(/^whsec_/, '')
  const decoded = Buffer.from(part, 'base64')
  for (const { dialect, header, signatures, encoding, start, timestamp } of candidates) {
    const verifies = (key: Buffer) => signatures.includes(hmac(key, start, delivery.body).toString(encoding))
    const ownKey = encoding === 'base64' ? decoded : Buffer.from(secret)
    const countsSeconds = timestamp === undefined || timestamp.length <= longestSeconds
    if (countsSeconds && verifies(ownKey)) {
      const seconds = timestamp === undefined ? undefined : Number(timestamp)
      return { outcome: 'verified', dialect, seen: header, timestamp: seconds }
    }
    // A service that takes the key or the timestamp in another way signs well, by a scheme that has no name.
    if ([decoded, Buffer.from(part), Buffer.from(secret)].some(verifies)) {
      return { outcome: 'verified', dialect: { scheme: 'unknown', header }, seen: header }
    }
  }
  const [first] = candidates
  return first ? { outcome: 'wrong', seen: `${first.header}: ${first.value}` } : unknownScheme(delivery)
}

/** Signatures of the schemes that have an id, a timestamp and a list of signatures, each in a header. */
function inThreeHeaders({ headers }: Delivery): Candidate[] {
  const schemes = { 'standard-webhooks': 'webhook', svix: 'svix' } as const
  return Object.entries(schemes).flatMap(([scheme, prefix]): Candidate[] => {
    const header = `${prefix}-signature`
    const [id, timestamp] = [headers.get(`${prefix}-id`), headers.get(`${prefix}-timestamp`)]
    const value = headers.get(header) ?? ''
    const signatures = value.split(' ').flatMap((one) => /^v1,([A-Za-z0-9+/=]+)$/.exec(one)?.[1] ?? [])
    if (!id || !timestamp || signatures.length === 0 || !/^\d+$/.test(timestamp)) return []
    const dialect = { scheme: scheme as keyof typeof schemes }
    const start = `${id}.${timestamp}.`
    return [{ dialect, header, value, signatures, encoding: 'base64', start, timestamp }]
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
      return [{ ...shared, dialect, signatures: [signed], start: `${timestamp}.`, timestamp }]
    }
    if (ofBody === undefined) return []
    return [{ ...shared, dialect: { scheme: 'body-hex', header }, signatures: [ofBody], start: '' }]
  })
}

/** Headers that sign nothing, however long their values are. */
const unsigned =
  /^(host|connection|content-.*|accept.*|user-agent|date|via|traceparent|tracestate|baggage|x-forwarded-.*|x-request-id|x-real-ip|cf-.*|x-amzn-.*|forwarded|cdn-.*|.*-id|authorization|cookie)$/

/** The first other header that is long enough for a signature, which is 160 bits. */
function unknownScheme({ headers }: Delivery): Signature {
  const found = [...headers].find(
    ([name, value]) => !unsigned.test(name) && /[A-Za-z0-9+/_=-]{27,}/.test(value),
  )
  if (!found) return { outcome: 'missing', seen: [...headers.keys()].join(', ') }
  const [header, value] = found
  return { outcome: 'unrecognised', dialect: { scheme: 'unknown', header }, seen: `${header}: ${value}` }
}

function hmac(key: Uint8Array, start: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(start).update(body).digest()
}

import { createHmac } from 'node:crypto'
import type { Dialect } from '../../../generated/dialect'
import type { Delivery } from '../receiver/inbox'

/** What a delivery's signature turned out to be. */
export interface Signature {
  /** `verified`: made with this secret. `wrong`: it claims a known form and is not. */
  outcome: 'verified' | 'wrong' | 'missing' | 'unrecognised'
  dialect?: Dialect['signature']
  /** What was seen. */
  seen: string
  /** Of the signature, in Unix seconds, where it has one. */
  timestamp?: number
}

/** Verifies a delivery with a webhook's secret under every scheme that is known, then under their relatives. */
export function inspectSignature(delivery: Delivery, secret: string): Signature {
  return (
    paired('standard-webhooks', 'webhook', delivery, secret) ??
    paired('svix', 'svix', delivery, secret) ??
    single(delivery, secret) ??
    relative(delivery, secret) ??
    claim(delivery) ??
    remaining(delivery)
  )
}

type Paired = 'standard-webhooks' | 'svix'

function paired(
  scheme: Paired,
  prefix: string,
  { headers, body }: Delivery,
  secret: string,
): Signature | undefined {
  const id = headers.get(`${prefix}-id`)
  const timestamp = headers.get(`${prefix}-timestamp`)
  const signatures = headers.get(`${prefix}-signature`)
  if (id === null || timestamp === null || signatures === null || !/^\d+$/.test(timestamp)) return undefined
  const wanted = hmac('sha256', decoded(secret), `${id}.${timestamp}.`, body).toString('base64')
  if (!signatures.split(' ').includes(`v1,${wanted}`)) return undefined
  // The scheme has seconds. What has milliseconds is signed well, and is another scheme.
  if (timestamp.length > 11) return undefined
  return {
    outcome: 'verified',
    dialect: { scheme },
    seen: `${prefix}-signature`,
    timestamp: Number(timestamp),
  }
}

/** The two schemes that stand in one header, whatever its name. */
function single({ headers, body }: Delivery, secret: string): Signature | undefined {
  const key = Buffer.from(secret)
  for (const [header, value] of headers) {
    const timestamped = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(value)
    if (
      timestamped?.[1] &&
      timestamped[1].length <= 11 &&
      timestamped[2] === hmac('sha256', key, `${timestamped[1]}.`, body).toString('hex')
    ) {
      const dialect = { scheme: 'timestamped-hex' as const, header }
      return { outcome: 'verified', dialect, seen: header, timestamp: Number(timestamped[1]) }
    }
    if (value === `sha256=${hmac('sha256', key, '', body).toString('hex')}`) {
      return { outcome: 'verified', dialect: { scheme: 'body-hex', header }, seen: header }
    }
  }
  return undefined
}

/** Another header, key, hash or encoding of the same ideas: no scheme of the dialect, yet the secret verifies it. */
function relative({ headers, body }: Delivery, secret: string): Signature | undefined {
  const bare = secret.replace(/^whsec_/, '')
  const keys = [Buffer.from(secret), Buffer.from(bare), decoded(secret), Buffer.from(bare, 'base64url')]
  const numbers = [...headers].flatMap(([, value]) => value.match(/\b\d{9,16}\b/g) ?? [])
  const ids = [...headers].filter(([name]) => /(^|-)id$/.test(name)).map(([, value]) => value)
  const starts = new Set([''])
  for (const time of numbers) {
    for (const mark of ['.', ':', '', '\n']) starts.add(time + mark)
    for (const id of ids) starts.add(`${id}.${time}.`).add(`${time}.${id}.`)
  }
  for (const key of keys) {
    for (const hash of ['sha256', 'sha512', 'sha1', 'sha384']) {
      for (const start of starts) {
        const digest = hmac(hash, key, start, body)
        const forms = [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')]
        for (const [header, value] of headers) {
          if (!forms.some((form) => value.includes(form) || value.toLowerCase().includes(form))) continue
          return {
            outcome: 'verified',
            dialect: { scheme: 'unknown', header },
            seen: `${header}: HMAC-${hash}`,
          }
        }
      }
    }
  }
  return undefined
}

/** Headers that name one of the known schemes, or values in its form, and do not verify. */
function claim({ headers }: Delivery): Signature | undefined {
  for (const [name, value] of headers) {
    const named = /^(webhook|svix)-signature$|^x-event-signature$|^x-hub-signature-256$/.test(name)
    const formed = /^t=\d+,v1=[0-9a-f]+$|^sha256=[0-9a-f]+$|^v1,[A-Za-z0-9+/=]+( |$)/.test(value)
    if (named || formed) return { outcome: 'wrong', seen: `${name}: ${value}` }
  }
  return undefined
}

const plain =
  /^(host|connection|content-.*|accept.*|user-agent|date|via|traceparent|tracestate|baggage|x-forwarded-.*|x-request-id|x-real-ip|cf-.*|x-amzn-.*|forwarded|cdn-.*|.*-id|authorization|cookie)$/

/** Any other header with enough in it to be a signature; at least 160 bits. */
function remaining({ headers }: Delivery): Signature {
  const candidates = [...headers].filter(
    ([name, value]) => !plain.test(name) && /[A-Za-z0-9+/_=-]{27,}/.test(value),
  )
  const [first] = candidates
  if (!first) return { outcome: 'missing', seen: [...headers.keys()].join(', ') }
  return {
    outcome: 'unrecognised',
    dialect: { scheme: 'unknown', header: first[0] },
    seen: `${first[0]}: ${first[1]}`,
  }
}

function hmac(hash: string, key: Uint8Array, start: string, body: Uint8Array): Buffer {
  return createHmac(hash, key).update(start).update(body).digest()
}

function decoded(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

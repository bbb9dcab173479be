import { createHash } from 'node:crypto'
import { decodeBody, readingsOf } from '../receiver/readings'
import type { Delivery } from '../receiver/inbox'

/** A value in a delivery that may be a signature. */
export interface Carrier {
  /** `header x-signature`, `query signature` or a place in the body. */
  place: string
  value: string
  /** The bytes in it that may be the signature itself. */
  tokens: readonly Buffer[]
}

/** Headers and fields that sign nothing, however long their values are. */
const unsigned =
  /^(host|connection|content-(?!signature).*|accept.*|user-agent|date|via|traceparent|tracestate|baggage|x-forwarded-.*|x-real-ip|cf-.*|x-amzn-.*|forwarded|cdn-.*|.*[-_]id|id|cookie|etag|.*(nonce|trace|request|correlation|fingerprint|checksum|digest|secret).*)$/i
/** Names that promise a signature, which may then be a short one. */
const telling = /sig|hmac|\bmac\b|seal|jws|jwt|proof|auth/i
/** Bytes of the usual codes and signatures. What is longer than the longest of these may be one as well. */
const usualLengths = [20, 28, 32, 48]
const longest = 64
const shortest = 16

/** The values in a delivery that may be signatures, by their look: those whose names promise one first. */
export function carriersIn(delivery: Delivery): Carrier[] {
  const carriers = valuesOf(delivery).flatMap(([place, value]): Carrier[] => {
    const name = place.split(/[ /]/).at(-1) ?? ''
    if (unsigned.test(name) && !/sig/i.test(name)) return []
    const tokens = tokensIn(value, telling.test(name))
    return tokens.length > 0 ? [{ place, value, tokens }] : []
  })
  const rank = ({ place }: Carrier) => Number(/sig/i.test(place)) + Number(telling.test(place))
  return carriers.sort((a, b) => rank(b) - rank(a))
}

/**
 * The places of which each delivery has a value that changes with what is delivered, and that is no plain digest of it: there
 * may the signature be. Equal deliveries may have equal signatures.
 */
export function changingCarriers(deliveries: readonly Delivery[]): string[] {
  const all = deliveries.map((delivery) => ({ delivery, carriers: carriersIn(delivery) }))
  const places = all[0]?.carriers.map(({ place }) => place) ?? []
  return [...new Set(places)].filter((place) => {
    const values = all.map(({ delivery, carriers }) => {
      const found = carriers.filter((one) => one.place === place)
      return found.every((one) => isDigest(one, delivery)) ? undefined : found
    })
    return values.every((one, index) => {
      if (!one) return false
      const isRepeated = (other: Delivery, at: number) =>
        at < index &&
        !Buffer.from(other.body).equals(Buffer.from((deliveries[index] as Delivery).body)) &&
        values[at]?.map(({ value }) => value).join() === one.map(({ value }) => value).join()
      return !deliveries.some(isRepeated)
    })
  })
}

function valuesOf(delivery: Delivery): [string, string][] {
  const headers = [...delivery.headers].map(([name, value]): [string, string] => [`header ${name}`, value])
  // Headers are carriers of their own, but for the one without which a compressed body cannot be read.
  const encoding = delivery.headers.get('content-encoding')
  const ofBody = new Headers(encoding === null ? {} : { 'content-encoding': encoding })
  const readings = readingsOf({ ...delivery, headers: ofBody })
  const query = [...new URLSearchParams(delivery.path.split('?')[1] ?? '')]
  const values = query.map(([name, value]): [string, string] => [`query ${name}`, value])
  for (const { place, json, text } of readings) {
    if (/^body as form\/[^/]+$/.test(place) && json === undefined) values.push([place, text])
    if (typeof json !== 'object' || json === null || !place.startsWith('body')) continue
    // A signature stands beside what it signs, not deep in it.
    for (const [name, value] of Object.entries(json))
      if (typeof value === 'string') values.push([`${place}/${name}`, value])
  }
  return [...headers, ...values]
}

function tokensIn(value: string, mayBeShort: boolean): Buffer[] {
  return [...value.matchAll(/[A-Za-z0-9+/_-]{22,}={0,2}/g)].flatMap(([token]) => {
    if (/^[\w]{8}(-[\w]{4}){3}-[\w]{12}$/.test(token) || /^\d+$/.test(token)) return []
    const bytes = Buffer.from(token, /^([0-9a-f]{2})+$/i.test(token) ? 'hex' : 'base64')
    const { length } = bytes
    const isUsual = usualLengths.includes(length) || length >= longest
    return isUsual || (mayBeShort && length >= shortest) ? [bytes] : []
  })
}

/** Whether a value is nothing but a hash of the body, which anybody can make without a key. */
function isDigest({ tokens }: Carrier, { body, headers }: Delivery): boolean {
  const hashed = [body, Buffer.from(decodeBody(body, headers))]
  return tokens.every((token) =>
    ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'].some((name) =>
      hashed.some((one) => createHash(name).update(one).digest().equals(token)),
    ),
  )
}

import { base64Bytes, type Bytes, hexBytes } from './bytes'
import type { HeaderLine } from './capture'
import type { Variant } from './finding'

/** The name of a scheme, as a dialect has it. */
export type SchemeName = 'standard-webhooks' | 'svix' | 'timestamped-hex' | 'body-hex'

/** The signature that the headers of a delivery claim. */
export interface Claim {
  scheme: SchemeName
  /** The header that carries the signature. */
  header: string
  /** Whether the header has the name and the form that the scheme uses unless told otherwise. */
  isUsual: boolean
  /** Whether the signature was percent-encoded, or is in the base64 of URLs. */
  isEncoded: boolean
  /** The options with which the scheme reads the header, where it is written in another form. */
  form?: { hash?: 'SHA-512'; prefix?: string; encoding?: 'base64' }
  id?: string
  /** The text of the time, as it was sent. */
  timestamp?: string
  /** The text that is signed in front of the body. */
  signedFirst: string
  /** The signatures as bytes. */
  signatures: readonly Bytes[]
}

const usualHeaders: Readonly<Record<SchemeName, string>> = {
  'standard-webhooks': 'webhook-signature',
  svix: 'svix-signature',
  'timestamped-hex': 'x-event-signature',
  'body-hex': 'x-hub-signature-256',
}

/** Every signature that stands in the headers, in any scheme and under any name. */
export function findClaims(headers: readonly HeaderLine[]): Claim[] {
  const joined = new Map<string, string>()
  for (const [name, value] of headers)
    joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value)
  return [...joined].flatMap(([header, value]) => {
    const plain = value.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
    const claim = claimOf(header, plain, joined)
    if (!claim) return []
    const { written, encoding, ...found } = claim
    const signatures = written
      .map(encoding === 'hex' ? hexBytes : base64Bytes)
      .filter(({ length }) => length === 32 || length === 64)
    if (signatures.length === 0) return []
    const isLong = signatures.every(({ length }) => length === 64)
    const form = { ...(isLong && { hash: 'SHA-512' as const }), ...found.form }
    const isUsual = usualHeaders[found.scheme] === header && Object.keys(form).length === 0
    const isEncoded = plain !== value || written.some((text) => /[-_]/.test(text))
    return [{ ...found, header, signatures, form, isUsual, isEncoded }]
  })
}

interface Found extends Pick<Claim, 'scheme' | 'id' | 'timestamp' | 'signedFirst' | 'form'> {
  /** The signatures as texts. */
  written: string[]
  encoding: 'base64' | 'hex'
}

/** The signature in one header. The forms exclude each other. */
function claimOf(header: string, value: string, all: ReadonlyMap<string, string>): Found | undefined {
  const parts = value.split(/[\s,]+/)
  if (header.endsWith('-signature') && parts.includes('v1')) {
    const vendor = header.slice(0, -'-signature'.length)
    const [id, timestamp] = [all.get(`${vendor}-id`), all.get(`${vendor}-timestamp`)]
    return {
      scheme: vendor === 'svix' ? 'svix' : 'standard-webhooks',
      ...{ id, timestamp, signedFirst: `${id}.${timestamp}.`, encoding: 'base64' },
      written: parts.filter((_, at) => parts[at - 1] === 'v1'),
    }
  }
  const after = (prefix: string) =>
    parts.filter((part) => part.toLowerCase().startsWith(prefix)).map((part) => part.slice(prefix.length))
  const [timestamp] = after('t=')
  if (timestamp !== undefined) {
    const signedFirst = `${timestamp}.`
    return { scheme: 'timestamped-hex', timestamp, signedFirst, written: after('v1='), encoding: 'hex' }
  }
  const named = ['sha256=', 'sha512='].flatMap(after)
  if (named.length > 0) return { scheme: 'body-hex', signedFirst: '', written: named, encoding: 'hex' }
  if (!/sign|hmac|digest/.test(header)) return undefined
  const isHex = /^[\da-f]+$/i.test(value)
  if (!isHex && !/^[\w+/-]+=*$/.test(value)) return undefined
  return {
    ...{ scheme: 'body-hex', signedFirst: '', written: [value], encoding: isHex ? 'hex' : 'base64' },
    form: { prefix: '', ...(!isHex && { encoding: 'base64' }) },
  }
}

/** The texts that may be signed in front of the body: that of the scheme first, then those of usual mistakes. */
export function headsOf({ signedFirst, id, timestamp }: Claim): Variant<string>[] {
  const cure = `This scheme signs ${id === undefined ? 'the time and a dot' : 'the id, a dot, the time and a dot'} in front of the body.`
  const others = [
    ['nothing', ''],
    ['the time alone', timestamp && `${timestamp}.`],
    ['the id alone', id && `${id}.`],
    ['no dots', signedFirst.replaceAll('.', '')],
  ] as const
  return [
    { value: signedFirst, findings: [] },
    ...others.flatMap(([what, value]) => {
      if (value === undefined || value === signedFirst) return []
      const says = `The signature is over the body with ${what} in front of it.`
      return [{ value, findings: [{ id: 'signed-text', says, cure }] }]
    }),
  ]
}

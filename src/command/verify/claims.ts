import type { HeaderLine } from './capture'

/** The name of a scheme, as a dialect has it. */
export type SchemeName = 'standard-webhooks' | 'svix' | 'timestamped-hex' | 'body-hex'

/** The signature that the headers of a delivery claim. */
export interface Claim {
  scheme: SchemeName
  /** The header that carries the signature. */
  header: string
  /** Whether the header has the name and the form that the scheme uses unless told otherwise. */
  isUsual: boolean
  /** The options with which `bodyHex` reads the header, where it is written in another form. */
  form?: { prefix: string; encoding?: 'base64' }
  id?: string
  /** The text of the time, as it was sent. */
  timestamp?: string
  /** The signatures as bytes. */
  signatures: readonly Buffer[]
}

const usualHeaders: Readonly<Record<SchemeName, string>> = {
  'standard-webhooks': 'webhook-signature',
  svix: 'svix-signature',
  'timestamped-hex': 'x-event-signature',
  'body-hex': 'x-hub-signature-256',
}

/** The hash that makes signatures of so many bytes. */
export const hashes: Readonly<Record<number, string>> = {
  20: 'sha1',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
}

const base64 = (text: string) => Buffer.from(text, 'base64')
const hex = (text: string) => Buffer.from(text, 'hex')
const isDigest = (bytes: Buffer) => hashes[bytes.length] !== undefined

/** Every signature that stands in the headers, in any scheme and under any name. */
export function findClaims(headers: readonly HeaderLine[]): Claim[] {
  const joined = new Map<string, string>()
  for (const [name, value] of headers)
    joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value)
  return [...joined].flatMap(([header, value]) => {
    const claim = claimOf(header, value, joined)
    const signatures = claim?.signatures.filter(isDigest) ?? []
    if (!claim || signatures.length === 0) return []
    return [{ ...claim, header, signatures, isUsual: usualHeaders[claim.scheme] === header && !claim.form }]
  })
}

type Found = Omit<Claim, 'header' | 'isUsual'>

/** The signature in one header. The forms exclude each other. */
function claimOf(header: string, value: string, all: ReadonlyMap<string, string>): Found | undefined {
  const parts = value.split(/[\s,]+/)
  if (header.endsWith('-signature') && parts.includes('v1')) {
    const vendor = header.slice(0, -'-signature'.length)
    return {
      scheme: vendor === 'svix' ? 'svix' : 'standard-webhooks',
      id: all.get(`${vendor}-id`),
      timestamp: all.get(`${vendor}-timestamp`),
      signatures: parts.filter((_, at) => parts[at - 1] === 'v1').map(base64),
    }
  }
  const after = (prefix: string) =>
    parts.filter((part) => part.toLowerCase().startsWith(prefix)).map((part) => part.slice(prefix.length))
  const [timestamp] = after('t=')
  if (timestamp !== undefined)
    return { scheme: 'timestamped-hex', timestamp, signatures: after('v1=').map(hex) }
  const named = ['sha256=', 'sha512=', 'sha384=', 'sha1='].flatMap(after)
  if (named.length > 0) return { scheme: 'body-hex', signatures: named.map(hex) }
  if (!/sign|hmac|digest/.test(header)) return undefined
  const isHex = /^[\da-f]+$/i.test(value)
  if (!isHex && !/^[\w+/-]+=*$/.test(value)) return undefined
  return {
    scheme: 'body-hex',
    signatures: [isHex ? hex(value) : base64(value)],
    form: { prefix: '', ...(isHex ? {} : { encoding: 'base64' as const }) },
  }
}

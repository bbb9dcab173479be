import { hex, utf8 } from './encoding'
import type { SignatureScheme } from './scheme'

/** Options of the schemes that write a single header. */
export interface HexSchemeOptions {
  /** The name of the header. */
  header?: string
}

// The whole secret is the key, its prefix included. An API key would never match: somebody has mistaken it for the secret.
const wholeSecret = (secret: string) => (secret && !secret.startsWith('sk_') ? utf8(secret) : undefined)

/**
 * The scheme with one header, `t=<unix>,v1=<hex>`, over `t.body`. The header is `x-event-signature` unless named.
 *
 * @example
 * await verify(request, { secret, scheme: timestampedHex({ header: 'x-shop-signature' }) })
 */
export function timestampedHex({
  header: name = 'x-event-signature',
}: HexSchemeOptions = {}): SignatureScheme {
  const header = name.toLowerCase()
  return {
    name: 'timestamped-hex',
    encode: hex,
    key: wholeSecret,
    read(read) {
      const parts = read(header)
        .split(',')
        .map((part) => part.trim())
      const times = parts.filter((part) => part.startsWith('t='))
      const signatures = parts
        .filter((part) => part.startsWith('v1='))
        .map((part) => part.slice(3).toLowerCase())
      const timestamp = times[0]?.slice(2)
      return { timestamp, signatures: times.length === 1 ? signatures : [] }
    },
    prefix: (_id, timestamp) => timestamp + '.',
    write: (_id, timestamp, signature) => ({ [header]: `t=${timestamp},v1=${signature}` }),
  }
}

/**
 * The scheme with one header, `sha256=<hex>`, over the body alone. The header is `x-hub-signature-256` unless named.
 * The scheme signs no time, so a signature never becomes too old: only a store of handled deliveries keeps an old one from being handled
 * again.
 *
 * @example
 * await verify(request, { secret, scheme: bodyHex() })
 */
export function bodyHex({ header: name = 'x-hub-signature-256' }: HexSchemeOptions = {}): SignatureScheme {
  const header = name.toLowerCase()
  return {
    name: 'body-hex',
    encode: hex,
    key: wholeSecret,
    read(read) {
      const signatures = read(header)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part.startsWith('sha256='))
      return { signatures: signatures.map((part) => part.slice(7).toLowerCase()) }
    },
    prefix: () => '',
    write: (_id, _timestamp, signature) => ({ [header]: 'sha256=' + signature }),
  }
}

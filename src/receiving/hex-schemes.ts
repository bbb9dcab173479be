import { base64, hex, utf8 } from '../core/encoding'
import type { SignatureScheme } from './scheme'

/** Options of the schemes that write a single header. */
export interface HexSchemeOptions {
  /** The name of the header. */
  header?: string | undefined
  /** The hash of the HMAC. SHA-256 unless given. */
  hash?: SignatureScheme['hash']
  /** How the bytes of a signature are written. In hex unless given. */
  encoding?: 'hex' | 'base64' | undefined
}

/** Options of `timestampedHex`. */
export interface TimestampedHexOptions extends HexSchemeOptions {
  /** The character between the time and the body where they are signed. A dot unless given. */
  separator?: '.' | ',' | undefined
}

/** Options of `bodyHex`. */
export interface BodyHexOptions extends HexSchemeOptions {
  /** The text in front of the signature. `sha256=` or `sha512=` unless given. */
  prefix?: string | undefined
}

// The whole secret is the key, its prefix included. An API key would never match: somebody has mistaken it for the secret.
const wholeSecret = (secret: string) => (secret.startsWith('sk_') ? undefined : utf8(secret))

/** The part of both schemes that the options decide. */
function singleHeader(options: HexSchemeOptions, usualHeader: string) {
  const { header = usualHeader, hash, encoding = 'hex' } = options
  return {
    header: header.toLowerCase(),
    fields: { hash, key: wholeSecret, encode: encoding === 'hex' ? hex : base64 },
    // Hex may be written in capitals. In base64 they are other signatures.
    normalize: (signature: string) => (encoding === 'hex' ? signature.toLowerCase() : signature),
  }
}

/** The parts of a list, such as `t=1,v1=ab`, that begin with a label, without it. */
const labelled = (list: string, label: string) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(label))
    .map((part) => part.slice(label.length))

/**
 * The scheme with one header, `t=<unix>,v1=<hex>`, over `t.body`. The header is `x-event-signature` unless named.
 *
 * @example
 * await verify(request, { secret, scheme: timestampedHex({ header: 'x-shop-signature' }) })
 */
export function timestampedHex(options: TimestampedHexOptions = {}): SignatureScheme {
  const { separator = '.' } = options
  const { header, fields, normalize } = singleHeader(options, 'x-event-signature')
  return {
    name: 'timestamped-hex',
    ...fields,
    read(read) {
      const list = read(header)
      const times = labelled(list, 't=')
      return {
        timestamp: times[0],
        signatures: times.length === 1 ? labelled(list, 'v1=').map(normalize) : [],
      }
    },
    prefix: (_id, timestamp) => `${timestamp}${separator}`,
    write: (_id, timestamp, signature) => ({ [header]: `t=${timestamp},v1=${signature}` }),
  }
}

/**
 * The scheme with one header, `sha256=<hex>`, over the body alone. The header is `x-hub-signature-256` unless named.
 * The scheme signs no time, so a signature never becomes too old: only a store of handled deliveries keeps an old one from being handled
 * again.
 *
 * @example
 * await verify(request, { secret, scheme: bodyHex({ header: 'x-shop-signature', hash: 'SHA-512' }) })
 */
export function bodyHex(options: BodyHexOptions = {}): SignatureScheme {
  const { prefix = options.hash === 'SHA-512' ? 'sha512=' : 'sha256=' } = options
  const { header, fields, normalize } = singleHeader(options, 'x-hub-signature-256')
  return {
    name: 'body-hex',
    ...fields,
    read: (read) => ({ signatures: labelled(read(header), prefix).map(normalize).filter(Boolean) }),
    prefix: () => '',
    write: (_id, _timestamp, signature) => ({ [header]: prefix + signature }),
  }
}

import { Redactor, type FoundSecret } from '../../src/core/redaction'
import { builtInKeys } from '../access/keys'

/** A secret in the place where a text holds it. */
export interface Secret {
  kind: 'key' | 'webhook-secret' | 'credentials'
  /** The text that an entry shows in its place. */
  shown: string
  /** The secret as it is once it is decoded. It never leaves the process. */
  value: string
}

/** A text in pieces: the parts that may be shown, and the secrets between them. */
export type Piece = string | Secret

// They are public, and stay.
const publicKeys = new Set(builtInKeys.map(({ key }) => key))
const prefixed = /^(sk_live_|sk_test_|whsec_)/
// Beyond them the oldest ones are forgotten.
const mostKnown = 10_000

/** Hides the keys and secrets of a state: those that show by their prefix, and those that it learns. */
export class KnownSecrets extends Redactor {
  constructor() {
    super((value, prefix = '') => (publicKeys.has(value) ? undefined : `${prefix}...`), mostKnown)
  }

  /** Remembers a secret that does not show by its prefix: a key in unusual letters, or a token without a prefix. */
  learn(secret: string): void {
    const [found] = this.find(secret)
    if (publicKeys.has(secret) || found?.end === secret.length) return
    this.add(secret, `${prefixed.exec(secret)?.[0] ?? ''}...`)
  }
}

/** Cuts a text at its keys and secrets. */
export function piecesOf(text: string, known: KnownSecrets): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of known.find(text)) {
    if (found.start > from) pieces.push(text.slice(from, found.start))
    pieces.push(secretOf(found))
    from = found.end
  }
  if (from < text.length || pieces.length === 0) pieces.push(text.slice(from))
  return pieces
}

function secretOf({ value, label }: FoundSecret): Secret {
  const prefix = prefixed.exec(value)?.[0]
  const kind = prefix === undefined ? 'credentials' : prefix === 'whsec_' ? 'webhook-secret' : 'key'
  return { kind, shown: label, value }
}

/** The text that an entry shows for these pieces. */
export function shown(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.shown)).join('')
}

/** The value of a header, cut at its secrets. */
export function piecesOfHeader(name: string, value: string, known: KnownSecrets): Piece[] {
  return /^(proxy-)?authorization$/i.test(name) ? piecesOfCredentials(value, known) : piecesOf(value, known)
}

/**
 * The pieces of the value of `Authorization`: the scheme, and the credentials as one secret. Only public keys are shown,
 * also as the name of `Basic`.
 */
function piecesOfCredentials(value: string, known: KnownSecrets): Piece[] {
  const [, scheme = '', credentials = ''] = /^(\S+ +)?(.*)$/s.exec(value) ?? []
  if (credentials === '' || publicKeys.has(credentials)) return [value]
  if (/^basic /i.test(scheme) && publicKeys.has(nameIn(credentials))) return [value]
  const [prefix = ''] = prefixed.exec(credentials) ?? []
  if (prefix === '' && scheme === '') return piecesOf(value, known)
  const kind = prefix === '' || prefix === 'whsec_' ? 'credentials' : 'key'
  return [scheme, { kind, shown: `${prefix}...`, value: credentials }]
}

/** The name of Basic credentials without a password; empty where they are none. */
function nameIn(credentials: string): string {
  try {
    return atob(credentials.replaceAll('-', '+').replaceAll('_', '/')).replace(/:$/, '')
  } catch {
    return ''
  }
}

/** Headers as names and values in turn, whose secrets are hidden. */
export function hiddenHeaders(flat: readonly string[], known: KnownSecrets): string[] {
  return flat.map((text, index) =>
    index % 2 === 0 ? text : shown(piecesOfHeader(flat[index - 1] ?? '', text, known)),
  )
}

/** A letter for each byte. */
export function lettersOf(bytes: Uint8Array): string {
  let letters = ''
  for (let start = 0; start < bytes.length; start += 8_192) {
    letters += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  }
  return letters
}

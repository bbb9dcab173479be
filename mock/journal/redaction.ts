import { builtInKeys } from '../access/keys'
import { asCookies, asForm, asJson, rangeIn, viewOf, type View } from './views'

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

interface Found extends Secret {
  start: number
  end: number
}

const publicKeys = new Set(builtInKeys.map(({ key }) => key))

// A key holds printable ASCII alone. It ends at a quotation mark or a backslash, because texts lie in texts, and in the
// original text at a separator of forms. Keys that hold such a mark are found because they are known.
const inValue = /(sk_live_|sk_test_|whsec_)[!#-[\]-~]*/g
const inText = /(sk_live_|sk_test_|whsec_)[!#-%'-[\]-~]*/g
// Marks that end a phrase rather than a key.
const afterKey = /[.,;:)\]}>']+$/

/** The letters in which base64 writes the three prefixes, at each of the three places where they can begin. */
const base64Marks = ['sk_live_', 'sk_test_', 'whsec_'].flatMap((prefix) =>
  [0, 1, 2].map((shift) => {
    const coded = btoa('\0'.repeat(shift) + prefix)
    const first = Math.ceil((shift * 4) / 3)
    const last = Math.floor(((shift + prefix.length) * 8) / 6)
    return coded.slice(first, last)
  }),
)
const base64Run = /[A-Za-z0-9+/_-]{8,}={0,2}/g
const suspicious = new RegExp(
  String.raw`sk_live_|sk_test_|whsec_|\\u|%25|%[4-7][\da-f]|${base64Marks.join('|').replaceAll('+', '\\+')}`,
  'i',
)

// A value may be coded several times: percent-encoded JSON in a JSON text, say.
const deepest = 3

/** Cuts a text at its keys and secrets: those with a prefix, however they are coded, and those that are known. */
export function piecesOf(text: string, known: readonly string[] = [], kind?: 'cookies'): Piece[] {
  if (text === '' || (!suspicious.test(text) && known.length === 0)) return [text]
  const found: Found[] = []
  const view = kind === 'cookies' ? asCookies(viewOf(text)) : viewOf(text)
  search(view, inText, known, found)
  searchDecoded(view, known, found, 0)
  return cut(text, found)
}

/** A text in which keys and secrets are shortened to their prefix. The built-in keys are public, and stay. */
export function redacted(text: string, known: readonly string[] = [], kind?: 'cookies'): string {
  return shown(piecesOf(text, known, kind))
}

/** The text that an entry shows for these pieces. */
export function shown(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.shown)).join('')
}

/**
 * The pieces of the value of `Authorization`: the scheme, and the credentials as one secret. Only public keys are shown,
 * also as the name of `Basic`.
 */
export function piecesOfCredentials(value: string, known: readonly string[] = []): Piece[] {
  const [, scheme = '', credentials = ''] = /^(\S+ +)?(.*)$/s.exec(value) ?? []
  if (credentials === '' || publicKeys.has(credentials)) return [value]
  const basic = /^basic /i.test(scheme) ? fromBase64(credentials) : undefined
  if (basic !== undefined && publicKeys.has(basic.replace(/:$/, ''))) return [value]
  const [prefix = ''] = /^(sk_live_|sk_test_|whsec_)/.exec(credentials) ?? []
  if (prefix === '' && scheme === '') return piecesOf(value, known)
  const kind = prefix === '' || prefix === 'whsec_' ? 'credentials' : 'key'
  return [scheme, { kind, shown: `${prefix}...`, value: credentials }]
}

function searchDecoded(view: View, known: readonly string[], found: Found[], depth: number): void {
  searchBase64(view, known, found)
  if (depth === deepest) return
  for (const [sign, decode] of [
    [/[\\"]/, asJson],
    [/%|&/, asForm],
  ] as const) {
    if (!sign.test(view.text)) continue
    const decoded = decode(view)
    search(decoded, inValue, known, found)
    // Quotation marks and separators alone hide nothing that a second look would find.
    if (/\\|%/.test(view.text)) searchDecoded(decoded, known, found, depth + 1)
  }
}

function search(view: View, pattern: RegExp, known: readonly string[], found: Found[]): void {
  for (const secret of known) {
    for (let at = view.text.indexOf(secret); at >= 0; at = view.text.indexOf(secret, at + secret.length)) {
      const prefix = /^(sk_live_|sk_test_|whsec_)/.exec(secret)?.[0] ?? ''
      add(view, at, secret, prefix, found)
    }
  }
  for (const { 0: match, 1: prefix = '', index } of view.text.matchAll(pattern)) {
    const value = match.replace(afterKey, '')
    if (value !== prefix && !publicKeys.has(value)) add(view, index, value, prefix, found)
  }
}

function searchBase64(view: View, known: readonly string[], found: Found[]): void {
  for (const { 0: run, index } of view.text.matchAll(base64Run)) {
    const value = fromBase64(run)
    if (value === undefined) continue
    const holds = [...value.matchAll(inValue)].some(([key]) => !publicKeys.has(key.replace(/:.*$/, '')))
    if (!holds && !known.some((secret) => value.includes(secret))) continue
    const [start, end] = rangeIn(view, index, index + run.length)
    found.push({ kind: 'credentials', shown: '...', value: run, start, end })
  }
}

function add(view: View, index: number, value: string, prefix: string, found: Found[]): void {
  const [start, end] = rangeIn(view, index, index + value.length)
  const kind = prefix === 'whsec_' ? 'webhook-secret' : prefix === '' ? 'credentials' : 'key'
  found.push({ kind, shown: `${prefix}...`, value, start, end })
}

/** The bytes of a base64 text as Latin-1, `undefined` where it is none. */
function fromBase64(coded: string): string | undefined {
  try {
    return atob(coded.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}

/** Cuts a text at what was found in it. Where findings overlap, all of them are one. */
function cut(text: string, found: readonly Found[]): Piece[] {
  const pieces: Piece[] = []
  let shownTo = 0
  let hiddenTo = 0
  for (const secret of [...found].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const { start, end, ...hidden } = secret
    if (start >= hiddenTo) {
      if (start > shownTo) pieces.push(text.slice(shownTo, start))
      pieces.push(hidden)
    }
    hiddenTo = Math.max(hiddenTo, end)
    shownTo = hiddenTo
  }
  if (shownTo < text.length || pieces.length === 0) pieces.push(text.slice(shownTo))
  return pieces
}

import { readJson } from '../../http/json/read-json'
import type { RequestEntry } from '../../journal/entry'
import { valueNumbering } from '../../inspector/diff/diff'

/** An expression of TypeScript. In a value that `sourceOf` writes, it is written as it is, in place of a literal. */
export class Expression {
  constructor(readonly text: string) {}
}

const longestLine = 100

/**
 * A value as an expression of TypeScript, laid out as Prettier does. Running the expression makes an equal value: members named
 * `__proto__` are members, and letters that are invisible or turn the direction of the text are written as escapes.
 *
 * @example
 * sourceOf({ type: 'order.paid', data: {} }) // { type: 'order.paid', data: {} }
 */
export function sourceOf(value: unknown, indent = ''): string {
  if (value instanceof Expression) return value.text
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => sourceOf(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${memberName(name)}: ${sourceOf(member, inner)}`)
  if (parts.length === 0) return open + close
  const space = open === '{' ? ' ' : ''
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (indent.length + line.length <= longestLine && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

/** Whether a value is an object none of whose members says anything. */
export function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => one === undefined)
}

/** Headers as an object whose values are expressions, or nothing where there are none. */
export function headersObject(
  headers: readonly (readonly [name: string, value: readonly (string | Expression)[]])[],
): Record<string, Expression> | undefined {
  if (headers.length === 0) return undefined
  return Object.fromEntries(headers.map(([name, value]) => [name, new Expression(template(value))]))
}

/** A text as a literal in single quotes. */
export function quoted(text: string): string {
  const hasOnlySingle = text.includes("'") && !text.includes('"')
  const quote = hasOnlySingle ? '"' : "'"
  return quote + escaped(text).replaceAll(quote, `\\${quote}`) + quote
}

/** A text with expressions in it as a template literal, or as a literal where there are none. */
export function template(pieces: readonly (string | Expression)[]): string {
  if (pieces.every((piece) => typeof piece === 'string')) return quoted(pieces.join(''))
  const parts = pieces.map((piece) =>
    typeof piece === 'string' ? escaped(piece).replace(/`|\$(?=\{)/g, '\\$&') : `\${${piece.text}}`,
  )
  return `\`${parts.join('')}\``
}

function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }

/** Writes as escapes what an editor would not show, or would show in another order: controls, marks of direction, lone surrogates. */
function escaped(text: string): string {
  return text.replace(/[\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return (
      short[letter] ??
      (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
    )
  })
}

/** A text in pieces: what was sent, with an expression in place of each secret that the journal hides. */
export type Pieces = readonly (string | Expression)[]

/** A request of the journal in the form from which programs are written. */
export interface CopiedRequest {
  method: string
  /** Path and query. */
  path: string
  /** The headers that a program sends by itself are left out. */
  headers: readonly (readonly [name: string, value: Pieces])[]
  body: string | undefined
}

/** Headers that belong to one connection, or that `fetch` writes by itself. */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|accept-language|user-agent|priority|origin|referer|sec-.*)$/

/** The scheme and the credentials of which the journal shows the prefix alone. */
const hidden = /(sk_live_|sk_test_|whsec_)?\.\.\./g

/**
 * Reads a request of the journal. Returns the reason as a sentence where the journal does not hold the whole request, or holds a body
 * that is no text.
 */
export function copiedRequest(entry: RequestEntry): CopiedRequest | string {
  const { method, path, headers, body } = entry
  if (method === '' || !path.startsWith('/')) return 'The request could not be read.'
  if (entry.aborted) return 'The client broke the request off.'
  // The journal ends a body that it cut off with `…`, and gives its entry no command line. A whole body may end so, too.
  if (entry.noCurl !== undefined && body?.endsWith('…')) {
    return 'The journal does not hold the whole body of the request.'
  }
  if (body?.includes('\ufffd')) return 'The body of the request is no text.'
  return {
    method,
    path,
    headers: Object.entries(headers)
      .filter(([name, value]) => !ownHeaders.test(name) && !(name === 'accept' && value === '*/*'))
      .map(([name, value]) => [name, piecesOf(name, value)]),
    body: body === '' ? undefined : body,
  }
}

/** The value of one header, as far as the journal shows it. */
export function headerOf({ headers }: CopiedRequest, name: string): string | undefined {
  const found = headers.find(([key]) => key === name)
  return found?.[1].map((piece) => (typeof piece === 'string' ? piece : '...')).join('')
}

/** Cuts a value at its hidden secrets, each of which becomes the variable that the SDK and the copied command line read, too. */
function piecesOf(name: string, value: string): Pieces {
  const pieces: (string | Expression)[] = []
  let from = 0
  for (const { 0: found, 1: prefix, index } of value.matchAll(hidden)) {
    // A header of credentials holds `...` in place of a secret. Elsewhere three dots are punctuation.
    if (prefix === undefined && name !== 'authorization' && name !== 'proxy-authorization') continue
    pieces.push(value.slice(from, index), new Expression(`process.env.${variableOf(prefix)}`))
    from = index + found.length
  }
  pieces.push(value.slice(from))
  return pieces.filter((piece) => piece !== '')
}

function variableOf(prefix: string | undefined): string {
  if (prefix === undefined) return 'EVENT_DELIVERY_CREDENTIALS'
  return prefix === 'whsec_' ? 'EVENT_DELIVERY_WEBHOOK_SECRET' : 'EVENT_DELIVERY_API_KEY'
}

/** The value of a JSON text, `undefined` where JavaScript would write another text for it: other digits, or fewer members. */
export function exactValue(text: string): { value: unknown } | undefined {
  const { node } = readJson(text)
  if (!node) return undefined
  const value = JSON.parse(text) as unknown
  const again = readJson(JSON.stringify(value)).node
  const identity = valueNumbering()
  return again && identity(node) === identity(again) ? { value } : undefined
}

/**
 * A body as an expression that makes the same bytes: `JSON.stringify` of a readable value where that writes the body letter by letter,
 * else the text itself.
 */
export function bodySource(text: string, indent: string): Expression {
  const exact = exactValue(text)
  const isSame = exact !== undefined && JSON.stringify(exact.value) === text
  return new Expression(isSame ? `JSON.stringify(${sourceOf(exact.value, indent)})` : quoted(text))
}

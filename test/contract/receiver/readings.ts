import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { parseJson } from '../wire/json'

/** A text in a delivery, as it stands or decoded, and where it stands. */
export interface Reading {
  /** `body`, `header x-event` or `query payload`, then the steps that led further in. */
  place: string
  text: string
  /** The text as JSON; `undefined` where it is none. */
  json: unknown
}

/** The parts of a delivery that may hold something. */
interface Readable {
  path: string
  headers: Headers
  body: Uint8Array
}

/** How many encodings may be nested within one another. */
const deepest = 5
const mostReadings = 400
/** Characters of all readings together. */
const mostCharacters = 6 * 1024 * 1024
/** Bytes that a compressed body may become. */
const largest = 8 * 1024 * 1024
const shortestEncoded = 8

const utf8 = new TextDecoder()

/**
 * Every text in a delivery: its body, headers and query, and what is encoded in them, in whichever of the usual ways. The
 * interface does not show what a delivery looks like.
 */
export function readingsOf({ path, headers, body }: Readable): Reading[] {
  const readings: Reading[] = []
  const seen = new Set<string>()
  let characters = 0
  const roots: [string, string][] = [['body', decodeBody(body, headers)]]
  for (const [name, value] of headers) roots.push([`header ${name}`, value])
  roots.push(['path', path], ...fieldsOf('query', path.split('?')[1] ?? ''))
  let layer = roots
  for (let depth = 0; depth < deepest && layer.length > 0; depth += 1) {
    const next: [string, string][] = []
    for (const [place, text] of layer) {
      characters += text.length
      if (seen.has(text) || readings.length >= mostReadings || characters > mostCharacters) continue
      seen.add(text)
      const json = /^\s*["[{]/.test(text) ? parseJson(text) : undefined
      readings.push({ place, text, json })
      next.push(...(json === undefined ? decoded(place, text) : textsIn(json, place)))
    }
    layer = next
  }
  return readings
}

/** The text of a body, uncompressed. */
export function decodeBody(body: Uint8Array, headers: Headers): string {
  const encodings = (headers.get('content-encoding') ?? '').toLowerCase().split(',')
  return utf8.decode(encodings.reverse().reduce(uncompress, body))
}

function uncompress(bytes: Uint8Array, encoding: string): Uint8Array {
  const options = { maxOutputLength: largest }
  try {
    if (encoding.trim() === 'br') return brotliDecompressSync(bytes, options)
    if (encoding.trim() === 'deflate') {
      // Some senders leave out the header that RFC 9110 demands.
      return (bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options)
    }
    return isGzip(bytes) ? gunzipSync(bytes, options) : bytes
  } catch {
    // The bytes are not what their header says, and are read as they are.
    return bytes
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Bytes as text; `undefined` where they are something else, a hash for example. */
function textIn(bytes: Uint8Array): string | undefined {
  const isBlank = (code: number) => code === 9 || code === 10 || code === 13
  if (!isUtf8(bytes) || bytes.some((code) => code < 32 && !isBlank(code))) return undefined
  return utf8.decode(bytes)
}

/** The texts in a JSON value that may be encoded themselves. */
function textsIn(json: unknown, place: string): [string, string][] {
  if (typeof json === 'string') return json.length < shortestEncoded ? [] : [[`${place} as JSON`, json]]
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]) => {
    const isShort = typeof value === 'string' && value.length < shortestEncoded
    if (isShort) return []
    const inner = `${place}/${Array.isArray(json) ? '*' : key}`
    return typeof value === 'string' ? [[inner, value] as [string, string]] : textsIn(value, inner)
  })
}

/** The ways to decode a text that is no JSON. A way that does not fit gives nothing. */
function decoded(place: string, text: string): [string, string][] {
  return [
    ...(/^[^\s=&]+=[^\s]*$/.test(text) ? fieldsOf(`${place} as form`, text) : []),
    ...[percentDecoded(text), withoutEntities(text)]
      .filter((one) => one !== text)
      .map((one): [string, string] => [`${place} decoded`, one]),
    // The number of a part would depend on what the event holds.
    ...partsOf(text).map((one): [string, string] => [`${place} part`, one]),
    ...tokensOf(text).map((one): [string, string] => [`${place} token`, one]),
  ]
}

function fieldsOf(place: string, text: string): [string, string][] {
  return [...new URLSearchParams(text)].map(([name, value]) => [`${place}/${name}`, value])
}

function percentDecoded(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The parts of a multipart body, the texts of markup, and the lines that hold JSON. */
function partsOf(text: string): string[] {
  const boundary = /^\s*--([^\r\n]+)\r?\n/.exec(text)?.[1]
  if (boundary !== undefined) {
    return text.split(`--${boundary}`).flatMap((part) => {
      const at = /\r?\n\r?\n/.exec(part)
      return at ? [part.slice(at.index + at[0].length).replace(/\r?\n$/, '')] : []
    })
  }
  if (/^\s*</.test(text)) {
    const sections = [...text.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)].map(([, section = '']) => section)
    const nodes = [...text.matchAll(/>([^<]+)</g)].map(([, node = '']) => withoutEntities(node))
    return [...sections, ...nodes].filter((one) => one.trim().length >= shortestEncoded)
  }
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^data:\s*/, ''))
  return lines.length > 1 || /^data:/.test(text) ? lines.filter((line) => /^\s*[[{]/.test(line)) : []
}

/** The texts that stand in base64 or hex, a JSON Web Token's parts among them. */
function tokensOf(text: string): string[] {
  const parts = text.trim().replace(/^\w+ /, '').split('.')
  const isToken = parts.length > 1 && parts.length < 6 && parts.every((part) => /^[\w-]*$/.test(part))
  return (isToken ? parts : [text.replace(/\s+/g, '')]).flatMap((part) => {
    if (part.length < 2 * shortestEncoded) return []
    const bytes = /^([0-9a-f]{2})+$/i.test(part)
      ? Buffer.from(part, 'hex')
      : /^[A-Za-z0-9+/_-]+={0,2}$/.test(part)
        ? Buffer.from(part, 'base64')
        : undefined
    if (!bytes) return []
    const shown = textIn(isGzip(bytes) ? uncompress(bytes, 'gzip') : bytes)
    return shown === undefined ? [] : [shown]
  })
}

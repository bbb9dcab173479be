import type { BodyLimits } from '../settings/settings'
import { invalidRequest, payloadTooLarge, refuse } from './refusal'

/** The headers of a request, by their names in small letters, so that nobody has to lower the letters of a name at each look. */
export type SentHeaders = Pick<Headers, 'get'>

/**
 * Reads the bytes of a body, at once where all of it is there. Gives `null` as soon as they are more than `limit`, and rejects when
 * the client ends the connection first. `seen` gets each chunk as it arrives, also the one that goes beyond the limit, so that the
 * journal knows what came of a body that was refused or broken off.
 */
export type BodyReader = (
  limit: number,
  seen?: (chunk: Uint8Array) => void,
) => Uint8Array | null | Promise<Uint8Array | null>

/** A JSON body, parsed and in part as text. */
export interface JsonBody {
  value: unknown
  /** The text of the requested member, exactly as it was sent. */
  raw: string | undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON body of a request, at once where all of it is there. `rawMember` names the top-level member whose text is wanted as well.
 * Throws a refusal, or rejects with it, when the body is too large, not declared as JSON (OQ-34) or not JSON.
 */
export function readJson(
  headers: SentHeaders,
  read: BodyReader,
  limits: BodyLimits,
  rawMember = '',
): JsonBody | Promise<JsonBody> {
  checkDeclaration(headers, limits)
  const parse = (bytes: Uint8Array | null): JsonBody => {
    if (bytes === null) throw payloadTooLarge(limits.bytes)
    if (bytes.length === 0) throw refuse('missingBody')
    let text: string
    let value: unknown
    try {
      text = utf8.decode(bytes)
      value = JSON.parse(text)
    } catch {
      throw refuse('malformedJson')
    }
    const { depth, member } = scanJson(text, rawMember)
    if (depth > limits.nesting) {
      throw invalidRequest(`The request body is nested more than ${limits.nesting} levels deep.`)
    }
    return { value, raw: member }
  }
  const bytes = read(limits.bytes)
  if (!(bytes instanceof Promise)) return parse(bytes)
  return bytes.then(parse, () => {
    throw invalidRequest('The request body could not be read to its end.')
  })
}

/** The findings of {@link scanJson}. */
interface JsonScan {
  /** How deeply arrays and objects are nested. */
  depth: number
  /** The text of the wanted member of the outermost object, exactly as it was sent. Absent when there is none. */
  member: string | undefined
}

const quote = 34
const comma = 44
const colon = 58
const backslash = 92

/**
 * Reads the nesting and the raw text of one top-level member from a text that `JSON.parse` has accepted.
 *
 * A payload is kept as raw text so that it comes back exactly as it was sent: numbers beyond a double (`1e400`, 64-bit
 * ids) and a member called `__proto__` would be lost if the parsed value were written again.
 */
export function scanJson(text: string, wanted: string): JsonScan {
  let depth = 0
  let deepest = 0
  let name: string | undefined
  let valueStart = -1
  let member: string | undefined
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === quote) {
      const end = endOfString(text, index)
      if (depth === 1 && valueStart < 0) {
        name = text.slice(index + 1, end)
        // Few names have escapes, and only those are worth a parser.
        if (name.includes('\\')) name = JSON.parse(`"${name}"`) as string
      }
      index = end
    } else if (unit === 123 || unit === 91) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (unit === colon) {
      if (depth === 1) valueStart = index + 1
    } else if (unit === comma || unit === 125 || unit === 93) {
      if (depth === 1) {
        // When a name occurs twice, the last member counts, as in JSON.parse.
        if (name === wanted && valueStart >= 0) member = text.slice(valueStart, index).trim()
        name = undefined
        valueStart = -1
      }
      if (unit !== comma) depth--
    }
  }
  return { depth: deepest, member }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
}

/** Refuses a body whose headers declare it too large, in another type than JSON (OQ-34), or encoded. */
export function checkDeclaration(headers: SentHeaders, limits: BodyLimits): void {
  const declared = headers.get('content-length')
  if (declared !== null && Number(declared) > limits.bytes) throw payloadTooLarge(limits.bytes)
  const type = headers.get('content-type') ?? ''
  if (!limits.anyType && !/^\s*application\/json\s*(;|$)/i.test(type)) {
    throw refuse('contentType', { value: type })
  }
  const encoding = headers.get('content-encoding')
  if (encoding !== null && !/^(identity)?$/i.test(encoding)) {
    throw invalidRequest(`The request body must not be encoded, and was declared to be: ${encoding}.`)
  }
}

/** Reads the body of a `Request`, and stops at the limit. */
export function bodyReader(request: Request): BodyReader {
  return async (limit, seen) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const reader = request.body?.getReader()
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      seen?.(value)
      size += value.byteLength
      if (size > limit) {
        reader.cancel().catch(() => {})
        return null
      }
      chunks.push(value)
    }
    return chunks.length === 1 && chunks[0] ? chunks[0] : joined(chunks, size)
  }
}

/** The first `length` bytes of some chunks, in memory of their own. */
export function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, length - offset), offset)
    offset = Math.min(length, offset + chunk.length)
  }
  return bytes
}

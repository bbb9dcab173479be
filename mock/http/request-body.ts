import type { BodyLimits } from '../settings/settings'
import { scanJson } from './json-text'
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
  const bytes = read(limits.bytes)
  if (!(bytes instanceof Promise)) return parsed(bytes, limits, rawMember)
  return bytes.then(
    (whole) => parsed(whole, limits, rawMember),
    () => {
      throw invalidRequest('The request body could not be read to its end.')
    },
  )
}

function parsed(bytes: Uint8Array | null, limits: BodyLimits, rawMember: string): JsonBody {
  if (bytes === null) throw payloadTooLarge(limits.bytes)
  if (bytes.length === 0) throw refuse('missingBody', 'The request has no body.')
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw refuse('malformedJson', 'The request body is not valid JSON.')
  }
  const { depth, member } = scanJson(text, rawMember)
  if (depth > limits.nesting) {
    throw invalidRequest(`The request body is nested more than ${limits.nesting} levels deep.`)
  }
  return { value, raw: member }
}

/** Refuses a body whose headers declare it too large, in another type than JSON (OQ-34), or encoded. */
export function checkDeclaration(headers: SentHeaders, limits: BodyLimits): void {
  const declared = headers.get('content-length')
  if (declared !== null && Number(declared) > limits.bytes) throw payloadTooLarge(limits.bytes)
  const type = headers.get('content-type') ?? ''
  if (!limits.anyType && !/^\s*application\/json\s*(;|$)/i.test(type)) {
    const message = 'The request body must be declared with Content-Type: application/json.'
    throw refuse('contentType', message, { value: type })
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

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

import type { OperationDescription } from '../../generated/operations'
import type { Answer } from '../http/answer'
import type { Peer } from '../http/arrival'
import type { Refusal } from '../http/refusal'

/**
 * A request as the journal keeps it. Keeping it costs little time and no more memory than the entry shows; the entry is
 * made when somebody reads it.
 */
export interface RecordedRequest {
  at: number
  duration: number
  method: string
  url: string
  /** Path and query. */
  path: string
  /** Names and values in turn. */
  headers: readonly string[]
  peer?: Peer
  body?: KeptText
  status: number
  answer?: KeptText | string
  operation?: OperationDescription
  mode?: 'live' | 'test'
  refusal?: Refusal
  fault?: string
  /** Whether the client ended the connection before it was answered. */
  aborted?: boolean
  /** The name of the session that the request asked for, where none was made for it. */
  session?: string
}

/** The beginning of a text, in bytes of its own. */
export interface KeptText {
  bytes: Uint8Array
  /** Whether the text goes on beyond these bytes. */
  cut: boolean
}

/** How many bytes of a request's body the journal keeps. */
export const longestBody = 16_384

const longestAnswer = 2_048
const encoder = new TextEncoder()

/** Headers as names and values in turn. */
export function flatHeaders(headers: Headers): string[] {
  const flat: string[] = []
  headers.forEach((value, name) => flat.push(name, value))
  return flat
}

/** The beginning of a body. The bytes are copied, because a view would keep the whole buffer in memory. */
export function keptBytes(bytes: Uint8Array): KeptText {
  return { bytes: new Uint8Array(bytes.subarray(0, longestBody)), cut: bytes.length > longestBody }
}

/** The beginning of an answer. */
export function keptAnswer({ body }: Answer): KeptText | string | undefined {
  if (typeof body !== 'string') return undefined
  if (body.length <= longestAnswer) return body
  const bytes = new Uint8Array(longestAnswer)
  const { read, written } = encoder.encodeInto(body, bytes)
  return { bytes: bytes.slice(0, written), cut: read < body.length }
}

import type { OperationDescription, OperationId } from '../../generated/operations'
import type { Answer } from '../http/answer'
import type { Refusal } from '../http/refusal'
import { curl } from './curl'
import { pointerOf } from './pointer'
import { redacted } from './redaction'

/** A request and its answer, as the journal shows them. Keys and secrets are redacted, long bodies are cut off. */
export interface RequestEntry {
  kind: 'request'
  number: number
  /** ISO 8601, UTC. */
  at: string
  /** Milliseconds until the answer, by the backend's clock. */
  duration: number
  method: string
  /** Path and query. */
  path: string
  operation?: OperationId
  mode?: 'live' | 'test'
  headers: Record<string, string>
  body?: string
  status: number
  answer?: string
  /** The reason of a refusal, with a pointer to the place in the document that explains it. */
  refusal?: { code: string; message: string; param?: string; pointer: string }
  /** The fault that struck, with its seed and draw. */
  fault?: string
  /** The request as a command line. Absent where no command line can send the same, because the body is long or no text. */
  curl?: string
}

/**
 * A request as the journal keeps it. Keeping it costs little time and no more memory than the entry shows; the entry is
 * made when somebody reads it.
 */
export interface RecordedRequest {
  at: number
  duration: number
  method: string
  url: string
  path: string
  headers: Record<string, string>
  body?: KeptText
  status: number
  answer?: KeptText | string
  operation?: OperationDescription
  mode?: 'live' | 'test'
  refusal?: Refusal
  fault?: string
}

/** The beginning of a text, in bytes of its own. */
export interface KeptText {
  bytes: Uint8Array
  /** Whether the text goes on beyond these bytes. */
  cut: boolean
}

const longestAnswer = 2_048
const longestBody = 16_384
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const headersShown = [
  'authorization',
  'content-type',
  'idempotency-key',
  'prefer',
  'x-mock-session',
  'user-agent',
]

/** The headers that the journal shows: the usual ones and `more`, which the dialect gives a meaning. */
export function headersToKeep(headers: Headers, more: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of headersShown) {
    const value = headers.get(name)
    if (value !== null) kept[name] = value
  }
  for (const name of more) {
    const value = headers.get(name)
    if (value !== null) kept[name.toLowerCase()] = value
  }
  return kept
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

/** The entry of a recorded request. */
export function requestEntry(recorded: RecordedRequest & { number: number }): RequestEntry {
  const { number, at, duration, method, url, path, status, operation, mode, refusal, fault } = recorded
  const headers = Object.fromEntries(
    Object.entries(recorded.headers).map(([name, value]) => [name, redacted(value)]),
  )
  const body = recorded.body && redactedText(recorded.body)
  return {
    kind: 'request',
    number,
    at: new Date(at).toISOString(),
    duration,
    method,
    path: redacted(path),
    operation: operation?.id,
    mode,
    headers,
    body,
    status,
    answer: recorded.answer && redactedText(recorded.answer),
    refusal: refusal && {
      code: refusal.code,
      message: redacted(refusal.message),
      param: refusal.param ?? undefined,
      pointer: pointerOf(refusal, operation),
    },
    fault,
    curl: fitsCommandLine(recorded.body) ? curl({ method, url: redacted(url), headers, body }) : undefined,
  }
}

/** Whether a command line can hold this body: all of it is kept, and it is text without a zero byte. */
function fitsCommandLine(body: KeptText | undefined): boolean {
  if (body === undefined) return true
  try {
    return !body.cut && !strictDecoder.decode(body.bytes).includes('\0')
  } catch {
    return false
  }
}

function redactedText(kept: KeptText | string): string {
  if (typeof kept === 'string') return redacted(kept)
  const { bytes, cut } = kept
  return redacted(decoder.decode(bytes)) + (cut ? '…' : '')
}

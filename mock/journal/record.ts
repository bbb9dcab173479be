import type { OperationDescription } from '../../generated/operations'
import type { Answer } from '../http/answer'
import type { Arrival } from '../http/arrival'
import type { Refusal } from '../http/refusal'
import type { StoredKey } from '../store/records'

/** The beginning of a text: `length` bytes of `memory`, which others may share. */
export interface KeptText {
  memory: Uint8Array
  start: number
  length: number
  /** Whether the text goes on beyond these bytes. */
  cut: boolean
  /** Whether the sender stopped here, although it had announced more. */
  brokenOff: boolean
}

/** The bytes of a kept text. The view is made when somebody reads it, because one for each entry is one more object to keep. */
export function bytesOf({ memory, start, length }: KeptText): Uint8Array {
  return length === memory.length ? memory : memory.subarray(start, start + length)
}

/** How many bytes of the mock's own answers an entry shows. A longer one is copied so far, which takes 1.4 µs for a page of 20. */
export const longestAnswer = 4_096

/**
 * A request as the journal keeps it. Keeping it costs little time and no more memory than the entry shows; the entry is
 * made when somebody reads it.
 */
export interface RecordedRequest {
  /** The number of its entry. 0 until a journal takes it in. */
  number: number
  at: number
  duration: number
  method: string
  url: string
  /** Path and query. */
  path: string
  /** Names and values in turn. */
  headers: readonly string[]
  /** Whether the headers are as they came over a socket: names in the sender's letters, doubles kept. */
  isRaw: boolean
  /** The address of the client's socket. */
  address?: string
  /** The target of the request line as it was sent. */
  target?: string
  /** Scheme, address and port at which the face listens. */
  origin?: string
  body?: KeptText
  status: number
  /**
   * The text itself where it is short, or the texts that make it, with a comma between each two. A journal keeps the beginning of a
   * long one.
   */
  answer?: KeptText | string | readonly string[]
  operation?: OperationDescription
  mode?: 'live' | 'test'
  /** The API key that the request bore. An entry shows its id and its name, and never its text. */
  key?: Pick<StoredKey, 'id' | 'name'>
  subject?: RecordedSubject
  refusal?: RecordedRefusal
  fault?: string
  /** Whether the client was seen to leave before it was answered. */
  aborted?: boolean
  /** The name of the session that the request asked for, where none was made for it. */
  session?: string
}

/** The parts of a refusal that an entry shows. The refusal itself is an error, whose stack would stay in memory. */
export type RecordedRefusal = Pick<Refusal, 'status' | 'code' | 'message' | 'param' | 'pointer' | 'situation'>

/** The resource that a request was about, by which its entry joins those of the deliveries. */
export type RecordedSubject = { event: string; replayed?: true } | { webhook: string; deleted?: true }

/** The record of a request that has just arrived, without its body. Whoever answers the request writes the rest into it. */
export function recordOf({ request, method, url, path, search, peer }: Arrival, at: number): RecordedRequest {
  return {
    number: 0,
    at,
    duration: 0,
    method,
    url,
    path: search === '' ? path : `${path}?${search}`,
    headers: peer?.rawHeaders ?? [...request.headers].flat(),
    isRaw: peer?.rawHeaders !== undefined,
    address: peer?.address,
    target: peer?.target,
    origin: peer?.origin,
    body: undefined,
    status: 0,
    answer: undefined,
    operation: undefined,
    mode: undefined,
    key: undefined,
    subject: undefined,
    refusal: undefined,
    fault: undefined,
    aborted: undefined,
    session: undefined,
  }
}

/**
 * Lets a record have the texts of the one before where both are equal, as those of a client that asks for the same again. All that is
 * kept is moved by the engine, and fewer objects are moved faster: 12 % of a POST.
 */
export function shareTexts(record: RecordedRequest, before: RecordedRequest): void {
  const { url, path, target, headers } = before
  if (record.url === url) record.url = url
  if (record.path === path) record.path = path
  if (record.target === target) record.target = target
  const own = record.headers
  let same = 0
  while (same < own.length && own[same] === headers[same]) same++
  // Equal texts are taken from `before`, one by one where not all of them are equal.
  record.headers =
    same === own.length && same === headers.length
      ? headers
      : own.map((text, index) => (text === headers[index] ? headers[index] : text))
}

/** The parts of a refusal to record. */
export function recordedRefusal({
  status,
  code,
  message,
  param,
  pointer,
  situation,
}: Refusal): RecordedRefusal {
  return { status, code, message, param, pointer, situation }
}

/** The resource that an answer is about; `undefined` where it is about none or a list. */
export function subjectOf({ about }: Answer): RecordedSubject | undefined {
  if (about === undefined) return undefined
  const { kind, fields, replayed } = about
  const id = String(fields.id)
  if (kind === 'event') return replayed ? { event: id, replayed } : { event: id }
  if (kind === 'deletion') return { webhook: id, deleted: true }
  return kind === 'webhook' ? { webhook: id } : undefined
}

import type { OperationDescription } from '../../generated/operations'
import type { Answer } from '../http/answer'
import type { Arrival } from '../http/arrival'
import type { Refusal } from '../http/refusal'
import type { StoredKey } from '../store/records'
import type { KeptText } from './kept-body'

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
  /** The text itself where it is short. A journal keeps the beginning of a long one. */
  answer?: KeptText | string
  operation?: OperationDescription
  mode?: 'live' | 'test'
  /** The API key that the request bore. An entry shows its id and its name, and never its text. */
  key?: Pick<StoredKey, 'id' | 'name'>
  subject?: RecordedSubject
  refusal?: RecordedRefusal
  fault?: string
  /** Whether the client ended the connection before it was answered. */
  aborted?: boolean
  /** The name of the session that the request asked for, where none was made for it. */
  session?: string
}

/** The parts of a refusal that an entry shows. The refusal itself is an error, whose stack would stay in memory. */
export type RecordedRefusal = Pick<Refusal, 'status' | 'code' | 'message' | 'param' | 'pointer' | 'situation'>

/** The resource that a request was about, by which its entry joins those of the deliveries. */
export type RecordedSubject = { event: string; replayed?: true } | { webhook: string; deleted?: true }

/** The outcome of a request, as far as it got. */
export interface Outcome {
  /** When it arrived, and how long its answer took, in milliseconds. */
  at: number
  duration: number
  answer: Answer
  refusal?: Refusal
  operation?: OperationDescription
  /** The API key that the request bore. */
  key?: StoredKey
  /** The subject of the answer. */
  about?: Answer['about']
  fault?: string
  /** Whether the client was seen to leave. */
  aborted?: boolean
  session?: string
}

/** The record of a request that was answered, without its body. */
export function recordOf({ request, path, search, peer }: Arrival, outcome: Outcome): RecordedRequest {
  const { at, duration, answer, refusal, operation, key, about, fault, aborted, session } = outcome
  return {
    number: 0,
    at,
    duration,
    method: request.method,
    url: request.url,
    path: search === '' ? path : `${path}?${search}`,
    headers: peer?.rawHeaders ?? flatHeaders(request.headers),
    isRaw: peer?.rawHeaders !== undefined,
    address: peer?.address,
    target: peer?.target,
    origin: peer?.origin,
    body: undefined,
    status: answer.status,
    answer: typeof answer.body === 'string' ? answer.body : undefined,
    operation,
    mode: key?.mode,
    key,
    subject: about && recordedSubject(about),
    refusal: refusal && recordedRefusal(refusal),
    fault,
    aborted,
    session,
  }
}

/** Headers as names and values in turn. */
export function flatHeaders(headers: Headers): string[] {
  const flat: string[] = []
  headers.forEach((value, name) => flat.push(name, value))
  return flat
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

/** The resource of an answer; `undefined` where it is about a list. */
function recordedSubject({
  kind,
  fields: { id },
  replayed,
}: NonNullable<Answer['about']>): RecordedSubject | undefined {
  if (kind === 'event') return replayed ? { event: String(id), replayed } : { event: String(id) }
  if (kind === 'deletion') return { webhook: String(id), deleted: true }
  return kind === 'webhook' ? { webhook: String(id) } : undefined
}

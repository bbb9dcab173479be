import { Limit } from './time'
import { Exchange, type ExchangeEvidence, type HttpRequest } from './exchange'
import { measureJson, membersOf, parseJson, type Members } from './json'
import type { Redactor } from '../../../src/core/redaction'

/** The answer to a request, with its body read. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; `undefined` where it is no JSON. */
  json: unknown
  /** The fields of the JSON object that it holds; none where it holds no object. */
  fields: Members
  /** Milliseconds since the epoch, by `Wire.now`. */
  sentAt: number
  receivedAt: number
  evidence: ExchangeEvidence
  /** Why the request was sent a second time, where this is the answer to the second sending. */
  resentAfter?: Flaw
}

/** Why a request is sent again: a server error, or a connection that ended without an answer. */
export type Flaw = 'server-error' | 'connection'

/** How requests are sent. */
export interface Wire {
  fetch: (request: Request) => Promise<Response>
  redactor: Redactor
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds that an answer may take, its body included. */
  requestTimeout: number
  /** Whether `fetch` heeds a request's signal. In process nothing does, and a signal costs as much as the request. */
  cancels: boolean
  /** Takes every exchange, before it is sent. */
  record?: (exchange: Exchange) => void
}

/** Why no answer came: its time was over, it was too large, or the connection ended. */
export type Failure = 'time' | 'size' | 'connection'

/** A request to which no answer came. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'

  constructor(
    message: string,
    override readonly cause: Failure,
  ) {
    super(message)
  }
}

/** A check or a probe that sends a request. */
export interface Sender {
  signal: AbortSignal
  /** Gets it before anything is sent. */
  evidence?: { push: (evidence: ExchangeEvidence) => unknown }
  /** The bytes that all further answers to it may take together. No limit unless given. */
  allowance?: { left: number }
}

/** The most bytes of all answers to one sender. The longest list that a check walks is far smaller. */
export const largestOfSender = 48 * 1024 * 1024

/**
 * Sends one request and reads its answer, bounded in time and size. Throws `RequestFailed` where no answer comes, and the reason of
 * the sender's signal once that is aborted.
 */
export async function sendRequest(
  sent: HttpRequest,
  { fetch, redactor, now, requestTimeout, cancels, record }: Wire,
  { signal, evidence, allowance }: Sender,
): Promise<Answer> {
  const exchange = new Exchange(sent, redactor)
  evidence?.push(exchange)
  record?.(exchange)
  const sentAt = now()
  const started = performance.now()
  const limit = new Limit(signal)
  limit.after(requestTimeout, () => new RequestFailed(`No answer within ${requestTimeout / 1000} s.`, 'time'))
  try {
    const { url, ...parts } = sent
    const cancellation = cancels ? limit.signal : undefined
    const request = new Request(url, { ...parts, redirect: 'manual', signal: cancellation })
    const { status, headers: received, body: stream } = await limit.for(fetch(request))
    const text = stream ? await readBody(stream, limit, allowance) : ''
    const size = measureJson(text)
    if (size.bytes > largestAnswer)
      throw new RequestFailed('The answer holds more values than the suite reads.', 'size')
    take(allowance, size.bytes)
    exchange.keepAnswer({ status, headers: received, text })
    const json = parseJson(text, size)
    const fields = membersOf(json)
    return { status, headers: received, text, json, fields, sentAt, receivedAt: now(), evidence: exchange }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    exchange.failure = redactor.redact(reasonOf(error))
    throw new RequestFailed(exchange.failure, error instanceof RequestFailed ? error.cause : 'connection')
  } finally {
    limit.release()
    exchange.durationMs = Math.round(performance.now() - started)
  }
}

/** Why a request failed, its cause included, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : undefined
  const code = cause && 'code' in cause ? String(cause.code) : ''
  const detail = [cause?.message, code].filter((part) => part && !error.message.includes(part)).join(', ')
  return (detail ? `${error.message} (${detail})` : error.message).replace(/\s+/g, ' ')
}

/**
 * The most bytes of one answer, decoded. A page of a hundred events of 160 kB is smaller; all of an answer of this size may
 * be in memory as bytes, as text and as values at once.
 */
const largestAnswer = 16 * 1024 * 1024

const utf8 = new TextDecoder()

/**
 * Reads a body as text, so that an endless one cannot fill the memory: no more than 16 MiB of it, and no more than what is left of
 * the allowance of all answers.
 */
async function readBody(stream: ReadableStream<Uint8Array>, limit: Limit, allowance: Sender['allowance']) {
  const reader = stream.getReader()
  // They become a text only once they are complete: bytes that are given up leave no garbage among the texts.
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await limit.for(reader.read())
      if (done) return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
      size += value.byteLength
      if (size > largestAnswer) {
        const most = inMebibytes(largestAnswer)
        throw new RequestFailed(`The answer is longer than ${most}, the most that the suite reads.`, 'size')
      }
      take(allowance, value.byteLength)
      chunks.push(value)
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined)
    throw error
  }
}

/** Takes bytes of an allowance. Throws where less than so many are left. */
function take(allowance: Sender['allowance'], bytes: number): void {
  if (!allowance) return
  allowance.left -= bytes
  if (allowance.left >= 0) return
  const most = inMebibytes(largestOfSender)
  throw new RequestFailed(`The answers to this check are longer than ${most} together.`, 'size')
}

/** Bytes as people write them. */
function inMebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`
}

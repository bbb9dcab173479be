import { untilAborted } from './abort'
import { Exchange, type ExchangeEvidence } from './exchange'
import { scanJson } from './parse-json'
import type { HttpRequest } from './curl'
import type { Redactor } from '../../../src/core/redaction'

/** The answer to a request, with its body read. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; `undefined` where it is no JSON. */
  json: unknown
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

/**
 * Sends one request and reads its answer, bounded in time and size. `keep` gets the evidence before anything is sent.
 * Throws `RequestFailed` where no answer comes, and the signal's reason once that is aborted.
 */
export async function sendRequest(
  sent: HttpRequest,
  { fetch, redactor, now, requestTimeout, cancels, record }: Wire,
  signal: AbortSignal,
  keep: (evidence: ExchangeEvidence) => void,
  allowance: Allowance,
): Promise<Answer> {
  const evidence = new Exchange(sent, redactor)
  keep(evidence)
  record?.(evidence)
  const sentAt = now()
  const started = performance.now()
  const stop = new AbortController()
  const interrupt = () => stop.abort(signal.reason)
  signal.addEventListener('abort', interrupt, { once: true })
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stop.abort(new Error(`No answer within ${requestTimeout / 1000} s.`))
  }, requestTimeout)
  try {
    const { url, method, headers, body } = sent
    const request = new Request(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: cancels ? stop.signal : undefined,
    })
    const { response, text } = await untilAborted(
      fetch(request).then(async (response) => ({
        response,
        text: await readBody(response, stop.signal, allowance),
      })),
      stop.signal,
    )
    const scanned = scanJson(text)
    assertParsable(scanned.bytes, allowance)
    const { status, headers: received } = response
    evidence.keepAnswer({ status, headers: received, text })
    const json = scanned.parse()
    return { status, headers: received, text, json, sentAt, receivedAt: now(), evidence }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    evidence.failure = redactor.redact(reasonOf(error))
    throw new RequestFailed(
      evidence.failure,
      timedOut ? 'time' : error instanceof TooLarge ? 'size' : 'connection',
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
    evidence.durationMs = Math.round(performance.now() - started)
  }
}

/** Throws `TooLarge` where the values of a text, of this many bytes, take more memory than the text itself may. */
function assertParsable(size: number, allowance: Allowance): void {
  if (size > largestAnswer) throw new TooLarge('The answer holds more values than the suite reads.')
  allowance.take(size)
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
 * Reads a body as text, so that an endless one cannot fill the memory. Throws `TooLarge` where it is longer than 16 MiB, or
 * than what is left of the allowance of all answers.
 */
async function readBody(response: Response, signal: AbortSignal, all: Allowance): Promise<string> {
  if (!response.body) return ''
  const most = inMebibytes(largestAnswer)
  const own = new Allowance(
    largestAnswer,
    `The answer is longer than ${most}, the most that the suite reads.`,
  )
  const reader = response.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    // They become a text only once they are complete: bytes that are given up leave no garbage among the texts.
    const chunks: Uint8Array[] = []
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
      for (const allowance of [own, all]) allowance.take(value.byteLength)
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Thrown where an answer is larger than the suite reads. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** The memory that some answers may take together, in bytes. */
export class Allowance {
  #used = 0

  constructor(
    private readonly most: number,
    /** The message of the error where it is used up. */
    private readonly message: string,
  ) {}

  /** Throws `TooLarge` where less than so many bytes are left. */
  take(bytes: number): void {
    this.#used += bytes
    if (this.#used > this.most) throw new TooLarge(this.message)
  }

  get used(): number {
    return this.#used
  }
}

/** Bytes as people write them. */
export function inMebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`
}

import type { OperationId } from '../../generated/operations'
import { curl } from './curl'
import { pointerOf } from './pointer'
import { shortened, type KeptText, type RecordedRequest } from './record'
import { redacted } from './redaction'

/** A request and its answer, as the journal shows them. Keys and secrets are redacted, long bodies are cut off. */
export interface RequestEntry {
  kind: 'request'
  number: number
  /** ISO 8601, UTC. */
  at: string
  /** Milliseconds until the answer, by the backend's clock. */
  duration: number
  /** Empty where a face could not read the request line. */
  method: string
  /** Path and query. */
  path: string
  operation?: OperationId
  mode?: 'live' | 'test'
  /** All headers by their names in small letters. The values of one that came twice are joined by a comma. */
  headers: Record<string, string>
  /** The headers as they were sent, names and values in turn. Absent where the request came over no socket. */
  rawHeaders?: readonly string[]
  /** The address of the client's socket. */
  address?: string
  body?: string
  status: number
  answer?: string
  /** The reason of a refusal, with a pointer to the place in the document that explains it. */
  refusal?: { code: string; message: string; param?: string; pointer: string }
  /** The fault that struck, with its seed and draw. */
  fault?: string
  /** True where the client ended the connection before it was answered. The status is that of the answer which it did not get. */
  aborted?: true
  /** The name of the session that the request asked for, where none was made for it. */
  session?: string
  /** The request as a command line. Absent where no command line can send the same, because the body is long or no text. */
  curl?: string
}

const decoder = new TextDecoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The entry of a recorded request. */
export function requestEntry(recorded: RecordedRequest & { number: number }): RequestEntry {
  const { number, at, duration, method, url, path, peer, status, operation, mode, refusal, fault } = recorded
  const headers = joined(recorded.headers)
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
    rawHeaders: peer?.rawHeaders?.map(redacted),
    address: peer?.address,
    body,
    status,
    answer: answerOf(recorded),
    refusal: refusal && {
      code: refusal.code,
      message: redacted(refusal.message),
      param: refusal.param ?? undefined,
      pointer: pointerOf(refusal, operation),
    },
    fault,
    aborted: recorded.aborted || undefined,
    session: recorded.session,
    curl: fitsCommandLine(recorded.body) ? curl({ method, url: redacted(url), headers, body }) : undefined,
  }
}

/** The entry of a recorded request, whose parts are made when they are read: most listeners need few of them. */
export function lazyEntry(recorded: RecordedRequest & { number: number }): RequestEntry {
  let made: RequestEntry | undefined
  const whole = () => (made ??= requestEntry(recorded))
  const { number, at, duration, method, status, operation, mode, peer, fault, aborted, session } = recorded
  return {
    kind: 'request',
    number,
    at: new Date(at).toISOString(),
    duration,
    method,
    get path() {
      return whole().path
    },
    operation: operation?.id,
    mode,
    get headers() {
      return whole().headers
    },
    get rawHeaders() {
      return whole().rawHeaders
    },
    address: peer?.address,
    get body() {
      return whole().body
    },
    status,
    get answer() {
      return whole().answer
    },
    get refusal() {
      return whole().refusal
    },
    fault,
    aborted: aborted || undefined,
    session,
    get curl() {
      return whole().curl
    },
  }
}

function joined(flat: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index < flat.length; index += 2) {
    const name = (flat[index] ?? '').toLowerCase()
    const value = redacted(flat[index + 1] ?? '')
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
  }
  return headers
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

function answerOf({ answer }: RecordedRequest): string | undefined {
  if (answer === undefined) return undefined
  return redactedText(typeof answer === 'string' ? shortened(answer) : answer)
}

function redactedText(kept: KeptText | string): string {
  if (typeof kept === 'string') return redacted(kept)
  const { bytes, cut } = kept
  return redacted(decoder.decode(bytes)) + (cut ? '…' : '')
}

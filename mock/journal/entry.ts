import type { OperationDescription, OperationId } from '../../generated/operations'
import { curlOf } from './curl'
import { bytesOf, type KeptText, type RecordedRefusal, type RecordedRequest } from './record'
import { hiddenHeaders, type KnownSecrets } from './redaction'

/** A request and its answer, as the journal shows them. Keys and secrets are redacted, long bodies are cut off. */
export interface RequestEntry {
  kind: 'request'
  /** Counts the entries of its journal from 1: requests, deliveries and notices together. */
  number: number
  /** ISO 8601, UTC. */
  at: string
  /** Milliseconds until the answer, by the backend's clock. */
  duration: number
  /** Empty where a face could not read the request line. */
  method: string
  /** Path and query. */
  path: string
  /** Absent where the request led to no operation. */
  operation?: OperationId
  /** The mode of the API key. Absent where no key was accepted. */
  mode?: 'live' | 'test'
  /** The API key of the request, by the id and the name that `GET /__mock/keys` shows. Absent where no key was accepted. */
  key?: { id: string; name: string }
  /** The id of the event that the request created, found by its idempotency key or retrieved. Deliveries have it as `eventId`. */
  event?: string
  /** True where the idempotency key of the request led to an event that there was already. */
  replayed?: true
  /** The id of the webhook that the request created or deleted. */
  webhook?: string
  /** True where it was deleted. */
  deleted?: true
  /** All headers by their names in small letters. The values of one that came twice are joined by a comma. */
  headers: Record<string, string>
  /** The headers as they were sent, names and values in turn. Absent where the request came over no socket. */
  rawHeaders?: readonly string[]
  /** The address of the client's socket. */
  address?: string
  /** The body as text, the first 16 KiB of it. One that was cut off ends in `…`. Absent where none came. */
  body?: string
  status: number
  /** The body of the answer as text, the first 4 KiB of it. One that was cut off ends in `…`. Absent where there was none. */
  answer?: string
  /**
   * The reason of a refusal. `pointer` leads to the place in the document that explains it: a file and a JSON Pointer (RFC 6901),
   * such as `openapi.yaml#/paths/~1v1~1events/post`.
   */
  refusal?: { code: string; message: string; param?: string; pointer: string }
  /**
   * The cause of an answer that took another course than usual: the fault that affected it, with its seed and draw, and what a
   * `Prefer` header asked for, such as `Prefer; code=503`.
   */
  fault?: string
  /** True where the client ended the connection before it was answered. The status is that of the answer which it did not get. */
  aborted?: true
  /** The name of the session that the request asked for, where none was made for it. */
  session?: string
  /**
   * The request as a command line for a shell. Secrets are variables: `$EVENT_DELIVERY_API_KEY` is the API key. Absent
   * where no command line can send the same.
   */
  curl?: string
  /** The reason why there is no command line. */
  noCurl?: string
}

const decoder = new TextDecoder()

/** The parts of an entry that take long to make. Few listeners ask for them. */
type Detail = 'headers' | 'rawHeaders' | 'body' | 'answer' | 'curl' | 'noCurl'

/** The entry of a recorded request. `known` are secrets to hide besides those that show by their form. */
export function requestEntry(recorded: RecordedRequest, known: KnownSecrets): RequestEntry {
  const headers = hiddenHeaders(recorded.headers, known)
  return {
    ...outlineOf(recorded, known),
    headers: joined(headers),
    rawHeaders: recorded.isRaw ? headers : undefined,
    body: recorded.body && redactedText(recorded.body, known),
    answer: recorded.answer && redactedText(recorded.answer, known),
    ...curlOf(recorded, known),
  }
}

/** The same entry, whose details are made when they are read. */
export function lazyEntry(recorded: RecordedRequest, known: KnownSecrets): RequestEntry {
  return Object.assign(new Details(recorded, known), outlineOf(recorded, known))
}

function outlineOf(recorded: RecordedRequest, known: KnownSecrets): Omit<RequestEntry, Detail> {
  const { number, at, duration, method, path, address, status, operation, mode, key } = recorded
  const { refusal, fault, aborted, session, subject } = recorded
  return {
    kind: 'request',
    number,
    at: new Date(at).toISOString(),
    duration,
    method,
    path: known.redact(path),
    operation: operation?.id,
    mode,
    // The name of a key is the choice of its maker, who may have taken the key itself.
    key: key && { id: key.id, name: known.redact(key.name) },
    ...subject,
    address,
    status,
    refusal: refusal && {
      code: refusal.code,
      message: known.redact(refusal.message),
      param: refusal.param ?? undefined,
      pointer: pointerOf(refusal, operation),
    },
    fault,
    aborted: aborted || undefined,
    session,
  }
}

/** The details of an entry as getters of a class: the engine keeps accessors of an object of its own until it collects all garbage. */
class Details implements Pick<RequestEntry, Detail> {
  readonly #recorded: RecordedRequest
  readonly #known: KnownSecrets
  #whole?: RequestEntry

  constructor(recorded: RecordedRequest, known: KnownSecrets) {
    this.#recorded = recorded
    this.#known = known
  }

  /** All parts of the entry, which `JSON.stringify` writes. */
  toJSON(): RequestEntry {
    return (this.#whole ??= requestEntry(this.#recorded, this.#known))
  }
  get headers() {
    return this.toJSON().headers
  }
  get rawHeaders() {
    return this.toJSON().rawHeaders
  }
  get body() {
    return this.toJSON().body
  }
  get answer() {
    return this.toJSON().answer
  }
  get curl() {
    return this.toJSON().curl
  }
  get noCurl() {
    return this.toJSON().noCurl
  }
}

function joined(flat: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index < flat.length; index += 2) {
    const name = (flat[index] ?? '').toLowerCase()
    const value = flat[index + 1] ?? ''
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
  }
  return headers
}

function redactedText(kept: KeptText | string | readonly string[], known: KnownSecrets): string {
  if (typeof kept === 'string') return known.redact(kept)
  if (!('memory' in kept)) return known.redact(kept.join(','))
  return known.redact(decoder.decode(bytesOf(kept))) + (kept.cut ? '…' : '')
}

/** The file that pointers lead into. */
const document = 'openapi.yaml'

/** The place in the document that explains a refusal: the schema that the request violates, or else the response. */
export function pointerOf(
  { status, pointer }: Pick<RecordedRefusal, 'status' | 'pointer'>,
  operation: OperationDescription | undefined,
): string {
  if (pointer !== undefined) return document + pointer
  if (!operation) return `${document}#/paths`
  const { path, method, responses } = operation
  const name = Object.hasOwn(responses, String(status)) ? String(status) : `${Math.floor(status / 100)}XX`
  const place = `${document}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`
  return Object.hasOwn(responses, name) ? `${place}/responses/${name}` : place
}

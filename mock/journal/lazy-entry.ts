import { requestEntry, type RequestEntry, shownKey, shownRefusal, timeOf } from './entry'
import type { RecordedRequest } from './record'
import type { KnownSecrets } from './redaction'

/**
 * The entry of a recorded request, each of whose parts is made when it is read: most listeners need few of them. The parts are
 * getters of a class, because the engine keeps accessors of an object of its own until it collects all garbage.
 */
export function lazyEntry(recorded: RecordedRequest, known: KnownSecrets): RequestEntry {
  return new LazyEntry(recorded, known)
}

class LazyEntry implements RequestEntry {
  readonly kind = 'request'
  readonly #recorded: RecordedRequest
  readonly #known: KnownSecrets
  #whole?: RequestEntry

  constructor(recorded: RecordedRequest, known: KnownSecrets) {
    this.#recorded = recorded
    this.#known = known
  }

  get #subject(): Pick<RequestEntry, 'event' | 'replayed' | 'webhook' | 'deleted'> {
    return this.#recorded.subject ?? {}
  }

  /** All parts, which `JSON.stringify` writes. */
  toJSON(): RequestEntry {
    return (this.#whole ??= requestEntry(this.#recorded, this.#known))
  }
  get number() {
    return this.#recorded.number
  }
  get at() {
    return timeOf(this.#recorded)
  }
  get duration() {
    return this.#recorded.duration
  }
  get method() {
    return this.#recorded.method
  }
  get path() {
    return this.#known.redact(this.#recorded.path)
  }
  get operation() {
    return this.#recorded.operation?.id
  }
  get mode() {
    return this.#recorded.mode
  }
  get key() {
    return shownKey(this.#recorded, this.#known)
  }
  get event() {
    return this.#subject.event
  }
  get replayed() {
    return this.#subject.replayed
  }
  get webhook() {
    return this.#subject.webhook
  }
  get deleted() {
    return this.#subject.deleted
  }
  get headers() {
    return this.toJSON().headers
  }
  get rawHeaders() {
    return this.toJSON().rawHeaders
  }
  get address() {
    return this.#recorded.address
  }
  get body() {
    return this.toJSON().body
  }
  get status() {
    return this.#recorded.status
  }
  get answer() {
    return this.toJSON().answer
  }
  get refusal() {
    return shownRefusal(this.#recorded, this.#known)
  }
  get fault() {
    return this.#recorded.fault
  }
  get aborted() {
    return this.#recorded.aborted || undefined
  }
  get session() {
    return this.#recorded.session
  }
  get curl() {
    return this.toJSON().curl
  }
  get noCurl() {
    return this.toJSON().noCurl
  }
}

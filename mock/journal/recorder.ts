import type { OperationDescription } from '../../generated/operations'
import type { Answer } from '../http/answer'
import type { Arrival } from '../http/arrival'
import type { Refusal } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import type { Clock } from '../settings/clock'
import type { StoredKey } from '../store/records'
import type { Journal } from './journal'
import { KeptBody } from './kept-body'
import { flatHeaders, recordedRefusal, recordedSubject, shortened, type RecordedRequest } from './record'

/** The outcome of a request, as far as it got. */
export interface Outcome {
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

/** Follows one request from its arrival into a journal. */
export class Recorder {
  readonly #arrival: Arrival
  readonly #clock: Pick<Clock, 'now'>
  readonly #at: number
  readonly #body: KeptBody

  constructor(arrival: Arrival, clock: Pick<Clock, 'now'>) {
    this.#arrival = arrival
    this.#clock = clock
    this.#at = clock.now()
    this.#body = new KeptBody(arrival)
  }

  /** Reads the body for a handler. */
  get read(): BodyReader {
    return this.#body.read
  }

  /** Begins to read what no handler read, where the end has to wait: a face lets go of an unread body with the answer. */
  readAhead(): void {
    if (this.#body.isUnread) void this.#body.readRest()
  }

  /** Writes the request into a journal. What no handler read of its body is read now, without delaying the answer. */
  end(outcome: Outcome, journal: Journal): void {
    const record = this.#recordOf(outcome)
    const complete = () => {
      record.body = this.#body.takeBeginning()
    }
    if (this.#body.isUnread) {
      journal.addRequest(record, this.#body.readRest().then(complete))
      return
    }
    complete()
    journal.addRequest(record)
  }

  #recordOf({ answer, refusal, operation, key, about, fault, aborted, session }: Outcome): RecordedRequest {
    const { request, path, search, peer } = this.#arrival
    return {
      number: 0,
      at: this.#at,
      duration: this.#clock.now() - this.#at,
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
      answer: typeof answer.body === 'string' ? shortened(answer.body) : undefined,
      operation,
      mode: key?.mode,
      key,
      subject: about && recordedSubject(about),
      refusal: refusal && recordedRefusal(refusal),
      fault,
      aborted: aborted || this.#body.isBrokenOff,
      session,
    }
  }
}

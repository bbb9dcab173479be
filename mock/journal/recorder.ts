import type { OperationDescription } from '../../generated/operations'
import type { Answer } from '../http/answer'
import type { Arrival, Peer } from '../http/arrival'
import type { Refusal } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import type { Clock } from '../settings/clock'
import type { StoredKey } from '../store/records'
import type { Journal } from './journal'
import { createKeptBody } from './kept-body'
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
export interface Recorder {
  /** Reads the body for a handler. */
  read: BodyReader
  /** Begins to read what no handler read, where the end has to wait: a face lets go of an unread body with the answer. */
  readAhead(): void
  /** Writes the request into a journal. What no handler read of its body is read now, without delaying the answer. */
  end(outcome: Outcome, journal: Journal): void
}

/** Begins to record a request. */
export function beginRecord(arrival: Arrival, clock: Pick<Clock, 'now'>): Recorder {
  const { request, path, search, peer } = arrival
  const at = clock.now()
  const body = createKeptBody(arrival)

  return {
    read: body.read,
    readAhead() {
      if (body.isUnread()) void body.readRest()
    },
    end({ answer, refusal, operation, key, about, fault, aborted, session }, journal) {
      const record: RecordedRequest = {
        at,
        duration: clock.now() - at,
        method: request.method,
        url: request.url,
        path: search === '' ? path : `${path}?${search}`,
        headers: peer?.rawHeaders ?? flatHeaders(request.headers),
        peer: peer && shownOf(peer),
        status: answer.status,
        answer: typeof answer.body === 'string' ? shortened(answer.body) : undefined,
        operation,
        mode: key?.mode,
        key: key && { id: key.id, name: key.name },
        subject: about && recordedSubject(about),
        refusal: refusal && recordedRefusal(refusal),
        fault,
        aborted: aborted || body.isBrokenOff(),
        session,
      }
      const complete = () => {
        record.body = body.kept()
      }
      if (body.isUnread()) return journal.addRequest(record, body.readRest().then(complete))
      complete()
      journal.addRequest(record)
    },
  }
}

/** The parts of a peer that entries show. The peer itself may hold on to its socket. */
function shownOf({ address, rawHeaders, target, origin }: Peer): RecordedRequest['peer'] {
  return { address, rawHeaders, target, origin }
}

/**
 * The occasions on which the backend says something of its own accord.
 *
 * - `session-evicted`: a session that was unused for longest was removed with its data, to make room.
 * - `idempotency-key-reused`: an idempotency key came again with another event, and led to the first one (OQ-20).
 * - `events-dropped`: old events were forgotten, because memory is short.
 * - `fault-spent`: a fault has occurred as often as its `times` says.
 * - `webhook-disabled`: a receiver answered 410, which ends the deliveries to its webhook.
 * - `request-waits`: a request waits for a clock that stands still.
 * - `client-left`: a client left while its request waited, which is carried out all the same.
 * - `journal-of-one-process`: others share the store, and have journals of their own.
 */
export type NoticeCode =
  | 'session-evicted'
  | 'idempotency-key-reused'
  | 'events-dropped'
  | 'fault-spent'
  | 'webhook-disabled'
  | 'request-waits'
  | 'client-left'
  | 'journal-of-one-process'
  | (string & {})

/** A notice: something that the backend did without being asked, such as dropping a session. */
export interface NoticeEntry {
  kind: 'notice'
  /** Counts the entries of its journal from 1: requests, deliveries and notices together. */
  number: number
  /** ISO 8601, UTC. */
  at: string
  code: NoticeCode
  /** A sentence for people. It holds no key and no secret. */
  message: string
}

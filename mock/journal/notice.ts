/** The occasions on which the backend says something of its own accord. */
export type NoticeCode =
  | 'session-evicted'
  | 'idempotency-key-reused'
  | 'events-dropped'
  | 'fault-spent'
  | 'webhook-disabled'
  | 'webhook-rotated'
  | 'request-waits'
  | 'client-left'
  | 'journal-of-one-process'
  | (string & {})

/** A notice: something that the backend did without being asked, such as dropping a session. */
export interface NoticeEntry {
  kind: 'notice'
  number: number
  /** ISO 8601, UTC. */
  at: string
  code: NoticeCode
  /** A sentence for people. It holds no key and no secret. */
  message: string
}

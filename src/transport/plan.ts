import type { Outcome } from '../errors/request-errors'
import type { Limits } from './limits'
import type { Pace } from './pace'

/** How a call is carried out: everything about it but the request. */
export interface Plan<T> {
  /** The operation's id in the document, or `http` for a direct call of `client.http`. */
  operation: string
  /** The template of the path, for hooks to see. */
  template?: string
  limits: Limits
  /** When the call began, in monotonic milliseconds. */
  began: number
  /** The idempotency key of the call, for hooks to see. */
  idempotencyKey?: string
  /** The pace of the bulk that the call belongs to. It includes the pace of the client, which all other calls have. */
  pace?: Pace
  /** Whether the request may be sent again after an attempt with this outcome. After any unless given. */
  mayRepeat?(outcome: Outcome): boolean
  /** The header by which the service marks an answer to an idempotency key that was used before. */
  replayHeader?: { name: string; value: string } | null
  /**
   * Whether the idempotency key is the caller's, who may have used it for another event. Then the event that comes is compared with what
   * was sent.
   */
  isCallersKey?: boolean
  /**
   * The value in the body of a success, or `undefined` where it is not what the interface promises.
   *
   * @param lack Gets the name of a field that is missing.
   */
  parse(text: string, lack?: Lack): T | undefined
}

/** Called with the name of a field that an answer should have and lacks. */
export type Lack = (field: string) => void

/** The request that each attempt sends, but for its key. */
export interface Outgoing {
  method: string
  url: string
  headers: Headers
  body: string | undefined
  signal: AbortSignal | undefined
}

import type { Outcome } from '../errors/request-errors'
import type { Limits } from './limits'

/** How a call is carried out, whatever it sends. */
export interface Plan<T> {
  /** The operation's id in the document, or `http` for a direct call of `client.http`. */
  operation: string
  /** The template of the path, for hooks to see. */
  template?: string
  limits: Limits
  /** The idempotency key of the call, for hooks to see. */
  idempotencyKey?: string
  /** Lets the attempts of many calls pass one by one. */
  gate?: Gate
  /** Whether the request may be sent again after an attempt with this outcome. After any unless given. */
  mayRepeat?(outcome: Outcome): boolean
  /**
   * The value in the body of a success, or `undefined` where it is not what the interface promises.
   *
   * @param lack Gets the name of a field that is missing.
   */
  parse(text: string, lack?: Lack): T | undefined
}

/** Takes the name of a field that an answer should have and has not. */
export type Lack = (field: string) => void

/** The request that each attempt sends, but for its key. */
export interface Outgoing {
  method: string
  url: string
  headers: Headers
  body: string | undefined
  signal: AbortSignal | undefined
}

/** Lets the attempts of many calls pass one by one. */
export interface Gate {
  /** Resolves when the next attempt may be sent. Rejects when the signal ends the wait. */
  enter(signal: AbortSignal | undefined): Promise<void>
  /** Lets nothing pass for so many milliseconds. */
  pause(ms: number): void
}

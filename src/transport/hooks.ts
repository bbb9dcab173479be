import type { Attempt } from '../errors/request-errors'

/** A call. All of its hooks get the same object, so that it can be the key of a `WeakMap`. */
export interface CallInfo {
  /** The operation's id in the document, such as `createEvent`, or `http` for a call of `client.http`. */
  operation: string
  method: string
  url: string
  idempotencyKey?: string
}

/** An attempt that is about to be sent. */
export interface RequestEvent {
  call: CallInfo
  /** Counted from 1. */
  attempt: number
  /** The headers of this attempt, without the key. Headers that the hook sets are sent. */
  headers: Headers
}

/** An attempt that ended, with an answer or without. */
export interface ResponseEvent extends Attempt {
  call: CallInfo
  /** Counted from 1. */
  attempt: number
}

/** A retry that is about to be waited for. */
export interface RetryEvent {
  call: CallInfo
  /** The attempt that failed, counted from 1. */
  attempt: number
  /** How long the call waits before the retry, in milliseconds. */
  delayMs: number
  /** Why the attempt failed. */
  error: string
}

/**
 * Callbacks around each attempt. The call waits for them as long as the attempt's `timeout` and the call's `signal` allow. An error that
 * they throw is logged and changes nothing.
 *
 * @example
 * const hooks: Hooks = { retry: ({ call, delayMs }) => metrics.increment('retries', call.operation, delayMs) }
 */
export interface Hooks {
  /** Before an attempt is sent. */
  request?(event: RequestEvent): void | Promise<void>
  /** After an attempt ended. */
  response?(event: ResponseEvent): void | Promise<void>
  /** Before the wait for a retry. */
  retry?(event: RetryEvent): void | Promise<void>
}

import type { Attempt, RequestError } from '../errors/request-errors'

/** A call. All of its hooks get the same object, so that it can be the key of a `WeakMap`. */
export interface CallInfo {
  /** The operation's id in the document, such as `createEvent`, or `http` for a call of `client.http`. */
  operation: string
  method: string
  /** The address without its query. */
  url: string
  /** The template of the path, such as `/v1/events/{id}`. Empty for a call of `client.http`. */
  template: string
  /** The idempotency key of the call. `events.create` and bulks only. */
  idempotencyKey?: string
}

/** A call that begins. */
export interface StartEvent {
  call: CallInfo
}

/** A call that has to wait for the pace of the client. */
export interface WaitEvent {
  call: CallInfo
  /** How long the wait is going to take, in milliseconds, by what is known now. Refusals of the service can make it longer. */
  delayMs: number
}

/** An attempt that is about to be sent. */
export interface RequestEvent {
  call: CallInfo
  /** Counted from 1. */
  attempt: number
  /** The headers of this attempt, without the key. Headers that the hook sets are sent. */
  headers: Headers
}

/** A request that is about to be handed to `fetch`. */
export interface SendEvent {
  /** The same object as in the attempt's `request` event. It tells which attempt this is. */
  headers: Headers
  /** Sends the request, once however often it is called. */
  send(): void
}

/** An attempt that ended: with an answer, or with an `error` and without one. */
export interface ResponseEvent extends Attempt {
  call: CallInfo
  /** Counted from 1. */
  attempt: number
  /** Whether the service marked the event as one that the same idempotency key had made before. Absent after a failure. */
  replayed?: boolean
  /** The name of the error's class, such as `TimeoutError`. Absent when the attempt succeeded. */
  errorName?: string
  /** A copy of the answer's headers, if there was an answer. */
  headers?: Headers
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

/** A retry that is not made, since the retry budget of the client stayed used up. A `retry` event for the same attempt came before. */
export interface RetryDeniedEvent {
  call: CallInfo
  /** The attempt that failed, counted from 1. */
  attempt: number
  /** Why the attempt failed. */
  error: string
}

/** A call that has settled. */
export interface EndEvent {
  call: CallInfo
  /** The requests that were made, in order. */
  attempts: readonly Attempt[]
  /** How long the call took, its waits included, in milliseconds. */
  durationMs: number
  /** Whether the service marked the event as one that the same idempotency key had made before. Absent after a failure. */
  replayed?: boolean
  /** The failure of the call. Absent when it succeeded. */
  error?: RequestError
}

type Hook<Event> = (event: Event) => void | Promise<void>

/**
 * Callbacks around each call and each of its attempts. The call waits for them as long as the attempt's `timeout`, the call's `deadline`
 * and its `signal` allow. An error that they throw is logged and changes nothing. Each `request` is followed by a `response`, and each
 * `start` by an `end`, also where the call was aborted.
 *
 * @example
 * const hooks: Hooks = { retry: ({ call, delayMs }) => metrics.increment('retries', call.operation, delayMs) }
 */
export interface Hooks {
  /** Once, when a call begins. */
  start?: Hook<StartEvent> | undefined
  /** Before a call waits for the pace of the client. */
  wait?: Hook<WaitEvent> | undefined
  /** Before an attempt is sent. */
  request?: Hook<RequestEvent> | undefined
  /**
   * Around the call of `fetch`, for tracing: a hook that calls `send` at once decides the asynchronous context in which `fetch` runs. The
   * request is sent whether or not the hook does so, and without waiting for it.
   */
  send?: Hook<SendEvent> | undefined
  /** After an attempt ended. */
  response?: Hook<ResponseEvent> | undefined
  /** Before the wait for a retry. */
  retry?: Hook<RetryEvent> | undefined
  /** When the retry budget forbids a retry after a wait for it. The call then fails with the failure of its last attempt. */
  retryDenied?: Hook<RetryDeniedEvent> | undefined
  /** Once, when the call has settled. */
  end?: Hook<EndEvent> | undefined
}

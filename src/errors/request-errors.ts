import { EventDeliveryError } from './base'

/**
 * The outcome of a request that failed, as far as it is certain.
 *
 * - `not-sent`: the service has not received it.
 * - `rejected`: the service answered that it did not carry it out.
 * - `unknown`: the service may or may not have carried it out.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown'

/** An HTTP request that a call made. */
export interface Attempt {
  /** When the attempt began, in milliseconds since the epoch. */
  startedAt: number
  /** How long the attempt took, in milliseconds. */
  durationMs: number
  /** The status that came back, if any. */
  status?: number
  /** The service's id of the request, if it gave one. */
  requestId?: string
  /** Why the attempt failed, in a few words. Absent when it succeeded. */
  error?: string
}

/** Why a retry was denied: the retries of all calls of the client had used up its `retryBudget`. */
export interface RetryDenial {
  /** How many retries were made within the window and had not reached a service that works. */
  retries: number
  /** How many such retries the budget permitted. */
  permitted: number
  /** The length of the window, in milliseconds. */
  windowMs: number
}

/** The fields that every error of a call has. `RequestError` documents them. */
export interface CallContext {
  attempts: readonly Attempt[]
  outcome: Outcome
  retryable: boolean
  idempotencyKey?: string
  operation?: string
  method?: string
  url?: string
  reason?: string
  retryDenied?: RetryDenial
}

/**
 * The base of every error of a call.
 *
 * @example
 * if (error instanceof RequestError && error.outcome === 'unknown') await retryLater(input, error.idempotencyKey)
 */
export class RequestError extends EventDeliveryError {
  override get name(): string {
    return 'RequestError'
  }

  /** The requests that were made, in order. Empty when there was none. */
  declare readonly attempts: readonly Attempt[]
  /** The outcome of the call, over all its attempts. */
  declare readonly outcome: Outcome
  /** Whether the same call may succeed later and can be repeated without harm. */
  declare readonly retryable: boolean
  /** The key under which the call can be repeated within 24 hours without a second event. `events.create` only. */
  declare readonly idempotencyKey: string | undefined
  /** The operation's id in the document, such as `createEvent`, or `http`. Absent where an argument was refused before there was a call. */
  declare readonly operation: string | undefined
  /** The HTTP method. Absent where no request was made. */
  declare readonly method: string | undefined
  /** The address without its query. Absent where no request was made. */
  declare readonly url: string | undefined
  /** The answer, or why there was none, in a few words. `message` repeats it between the name of the call and the cure. */
  declare readonly reason: string | undefined
  /** The state of the retry budget that denied a further retry. Absent where none was denied. */
  declare readonly retryDenied: RetryDenial | undefined

  constructor(message: string, fields?: Partial<CallContext>, cause?: unknown) {
    super(message, cause === undefined ? cause : { cause })
    Object.assign(this, { attempts: [], outcome: 'not-sent', retryable: false }, fields)
  }
}

/**
 * No answer came: the connection was refused, reset or cut off, or the name did not resolve. `cause` has the reason.
 *
 * @example
 * if (error instanceof ConnectionError) console.log(error.outcome, error.cause)
 */
export class ConnectionError extends RequestError {
  override get name(): 'ConnectionError' {
    return 'ConnectionError'
  }
}

/**
 * An attempt took longer than `timeout`, or the call longer than `deadline`.
 *
 * @example
 * if (error instanceof TimeoutError) console.log(error.message)
 */
export class TimeoutError extends RequestError {
  override get name(): 'TimeoutError' {
    return 'TimeoutError'
  }
}

/**
 * The caller's `signal` was aborted. `cause` is its reason.
 *
 * @example
 * if (error instanceof AbortError) return
 */
export class AbortError extends RequestError {
  override get name(): 'AbortError' {
    return 'AbortError'
  }
}

/**
 * The deployment does not offer the operation.
 *
 * @example
 * if (error instanceof UnsupportedOperationError) console.log(error.operation)
 */
export class UnsupportedOperationError extends RequestError {
  override get name(): 'UnsupportedOperationError' {
    return 'UnsupportedOperationError'
  }

  /** The operation's id in the document, such as `retrieveEvent`. */
  declare readonly operation: string

  constructor(operation: string, fields?: Partial<CallContext>, cause?: unknown) {
    const { method, url, reason = 'the option dialect says so' } = fields ?? {}
    super(
      `${operation}${url ? ` (${method} ${url})` : ''} is not offered by this deployment: ${reason}. Where it has another path, name that in dialect.operations.${operation}.`,
      { ...fields, operation },
      cause,
    )
  }
}

import type { components } from '../../generated/types'
import { type CallContext, RequestError } from './request-errors'

/** The names of the errors that the service's answers become. */
export type ApiErrorName =
  | 'ApiError'
  | 'InvalidRequestError'
  | 'AuthenticationError'
  | 'PermissionError'
  | 'NotFoundError'
  | 'RateLimitError'
  | 'IdempotencyConflictError'
  | 'ServerError'

/** The fields of an `ApiError` besides its message. `ApiError` documents them. */
export interface ApiErrorFields extends Partial<CallContext> {
  status?: number
  code?: string
  param?: string
  detail?: string
  requestId?: string
  headers?: Headers
  retryAfter?: number
  /** Given for an `IdempotencyConflictError` alone: the event that came. */
  event?: components['schemas']['Event']
}

/**
 * The service answered, but not with success. The subclasses name the usual reasons.
 *
 * @example
 * if (error instanceof ApiError) console.log(error.status, error.code, error.requestId)
 */
export class ApiError extends RequestError {
  override get name(): ApiErrorName {
    return 'ApiError'
  }

  /** The HTTP status. 0 when the request was refused here, before it was sent. */
  declare readonly status: number
  /** The service's machine-readable code, such as `invalid_request`. */
  declare readonly code: string | undefined
  /** The request field at fault. */
  declare readonly param: string | undefined
  /** The service's own words for people. */
  declare readonly detail: string | undefined
  /** The service's id of the request, to name in a report to its owner. */
  declare readonly requestId: string | undefined
  /** The headers of the answer. */
  declare readonly headers: Headers
  /** How long the service asked to wait, in seconds. */
  declare readonly retryAfter: number | undefined

  constructor(message: string, fields?: ApiErrorFields, cause?: unknown) {
    super(message, { status: 0, headers: new Headers(), ...fields }, cause)
  }
}

/**
 * The request is wrong. The service says so (400, 413, 422), or the client before it sends anything (`status` 0). `param` names the field.
 *
 * @example
 * if (error instanceof InvalidRequestError) console.log(error.param, error.message)
 */
export class InvalidRequestError extends ApiError {
  override get name(): 'InvalidRequestError' {
    return 'InvalidRequestError'
  }
}

/**
 * The key is missing, wrong or expired (401).
 *
 * @example
 * if (error instanceof AuthenticationError) await rotateKey()
 */
export class AuthenticationError extends ApiError {
  override get name(): 'AuthenticationError' {
    return 'AuthenticationError'
  }
}

/**
 * The key lacks the scope (403).
 *
 * @example
 * if (error instanceof PermissionError) console.log(error.message)
 */
export class PermissionError extends ApiError {
  override get name(): 'PermissionError' {
    return 'PermissionError'
  }
}

/**
 * The addressed resource does not exist (404).
 *
 * @example
 * if (error instanceof NotFoundError) return undefined
 */
export class NotFoundError extends ApiError {
  override get name(): 'NotFoundError' {
    return 'NotFoundError'
  }
}

/**
 * Too many requests (429), after all retries. `retryAfter` says for how many seconds to wait.
 *
 * @example
 * if (error instanceof RateLimitError) await requeue(input, error.retryAfter ?? 60)
 */
export class RateLimitError extends ApiError {
  override get name(): 'RateLimitError' {
    return 'RateLimitError'
  }
}

/**
 * The service answered with an event other than the one that was sent, because the idempotency key was used for that event within the last
 * 24 hours. `code` is `idempotency_conflict`. No event was created from the input. This happens only with keys that the caller gave.
 *
 * @example
 * if (error instanceof IdempotencyConflictError) console.log(error.idempotencyKey, error.event.id, error.event.type)
 */
export class IdempotencyConflictError extends ApiError {
  override get name(): 'IdempotencyConflictError' {
    return 'IdempotencyConflictError'
  }

  declare readonly code: 'idempotency_conflict'
  /** The event that the service answered with, redacted. */
  declare readonly event: components['schemas']['Event']
}

/**
 * The service failed (5xx), or answered with a success that cannot be read.
 *
 * @example
 * if (error instanceof ServerError) console.log(error.status, error.outcome)
 */
export class ServerError extends ApiError {
  override get name(): 'ServerError' {
    return 'ServerError'
  }
}

const classesByStatus: Record<number, typeof ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  413: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
}

/** The class of error for the status of an answer. */
export const apiErrorClass = (status: number): typeof ApiError =>
  classesByStatus[status] ?? (status >= 500 || status < 300 ? ServerError : ApiError)

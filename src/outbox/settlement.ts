import {
  ApiError,
  AuthenticationError,
  IdempotencyConflictError,
  PermissionError,
} from '../errors/api-errors'
import { given, printable } from '../errors/printable'
import { AbortError, RequestError } from '../errors/request-errors'
import type { ClaimedRow } from './claims'
import { backoff } from './retrying-database'

/** How the claim of a row ends. */
export interface Settlement {
  /**
   * `sent`: done. `retry`: sent again after `delay`. `deferred`: the same, and the attempt does not count. `parked`: waits for a decision.
   * `released`: given back as it was.
   */
  result: 'sent' | 'retry' | 'deferred' | 'parked' | 'released'
  /** Whether it is certain that the service has no event of this row. */
  isCertain: boolean
  eventId?: string
  reason?: string
  /** Milliseconds until the next attempt. */
  delay?: number
}

/** How an attempt to send a row ended. */
export interface SendResult {
  settlement: Settlement
  /**
   * What the attempt says of the service: it `accepts` the row, or refuses it for good (`refuses-row`), or `refuses` the client, whatever the
   * row; or it `fails`. Absent where the attempt says nothing.
   */
  service?: 'accepts' | 'refuses-row' | 'refuses' | 'fails'
  error?: ApiError
}

/** Sends a row. Never rejects. */
export type SendRow = (row: ClaimedRow, signal: AbortSignal) => Promise<SendResult>

/**
 * Makes what sends rows, until the relay ends. It calls `checkLeases` before each attempt, which aborts the signals of rows whose lease has
 * ended, and returns whether any signal is aborted.
 */
export type MakeSend = (checkLeases: () => boolean, end: AbortSignal) => SendRow

// The statuses that say of a row that it is never going to be an event.
const finalStatuses = [400, 404, 409, 413, 422]
const firstDelay = 1000
const longestDelay = 60_000
const longestReason = 1000

/** The beginning of a text from elsewhere, redacted and escaped so that PostgreSQL can store it. */
export const storable = (text: string): string => printable(text.slice(0, longestReason))

/** The message of whatever was thrown, be it an error or not, as text that PostgreSQL can store. */
export const reasonOf = (error: unknown): string => {
  const own = error instanceof Error ? error.message || error.name : error
  return storable(typeof own === 'string' ? own : given(own))
}

/** The result of a row that became an event. */
export const successOf = (eventId: unknown): SendResult => ({
  settlement: { result: 'sent', isCertain: false, eventId: storable(String(eventId)) },
  service: 'accepts',
})

/** The settlement of a row that was claimed and not sent. */
export const released = ({ wasTried }: ClaimedRow): Settlement => ({
  result: 'released',
  isCertain: !wasTried,
})

/** The result of a row whose call has failed. */
export function failureOf(row: ClaimedRow, error: unknown, random: () => number): SendResult {
  const { outcome = 'unknown', reason: known } = error instanceof RequestError ? error : {}
  // The message of the error says besides what a person can do, and the relay does that by itself.
  const reason = reasonOf(known ?? error)
  const isCertain = outcome !== 'unknown' && !row.wasTried
  if (isRefusalOfClient(error))
    return { settlement: { result: 'released', isCertain }, service: 'refuses', error }
  if (error instanceof AbortError) return { settlement: { result: 'released', isCertain } }
  // The key brings another event back, now and at each repetition.
  if (error instanceof IdempotencyConflictError)
    return { settlement: { result: 'parked', isCertain: true, reason } }
  const parked: Settlement = { result: 'parked', isCertain, reason }
  // Status 0: the client has refused the payload before it sent anything.
  if (error instanceof ApiError && error.status === 0) return { settlement: parked }
  if (error instanceof ApiError && finalStatuses.includes(error.status))
    return { settlement: parked, service: 'refuses-row', error }
  const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  const delay = Math.max(retryAfter, repetitionDelay(row, random))
  return { settlement: { result: 'retry', isCertain, reason, delay }, service: 'fails' }
}

/** Milliseconds until a row whose attempt failed is sent again. */
export const repetitionDelay = ({ attempts }: ClaimedRow, random: () => number): number =>
  backoff(attempts, longestDelay, random, firstDelay)

/** Whether the key of the client is at fault: the service refuses it, or the client cannot get one. */
export const isRefusalOfClient = (error: unknown): error is ApiError =>
  error instanceof AuthenticationError ||
  error instanceof PermissionError ||
  (error instanceof ApiError && error.status === 0 && error.param === 'apiKey')

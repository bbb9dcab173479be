import { ApiError, AuthenticationError, PermissionError } from '../errors/api-errors'
import { printable } from '../errors/printable'
import { AbortError, RequestError } from '../errors/request-errors'
import type { ClaimedRow } from './claims'
import { backoff } from './retrying-database'

/** How the claim of a row ends. */
export interface Settlement {
  /** `sent`: done. `retry`: sent again after `delay`. `parked`: waits for a decision. `released`: given back as it was. */
  result: 'sent' | 'retry' | 'parked' | 'released'
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
   * What the attempt says of the service: `answers` for the row, be it by a refusal of the row; `refuses` the client, whatever the row;
   * `fails`; or nothing.
   */
  service: 'answers' | 'refuses' | 'fails' | undefined
  error?: Error
}

// The statuses that say of a row that it is never going to be an event.
const finalStatuses = [400, 404, 409, 413, 422]
const firstDelay = 1000
const longestDelay = 60_000
const longestReason = 1000

/** A text from elsewhere as PostgreSQL can hold it. */
const storable = (text: string): string => printable(text.slice(0, longestReason))

/** The result of a row that became an event. */
export const successOf = (eventId: unknown): SendResult => ({
  settlement: { result: 'sent', isCertain: false, eventId: storable(String(eventId)) },
  service: 'answers',
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
  const reason = storable(known ?? (error instanceof Error ? error.message : String(error)))
  const isCertain = outcome !== 'unknown' && !row.wasTried
  if (isRefusalOfClient(error))
    return { settlement: { result: 'released', isCertain }, service: 'refuses', error }
  if (error instanceof AbortError)
    return { settlement: { result: 'released', isCertain }, service: undefined }
  // Status 0: the client has refused the payload before it sent anything.
  const isFinal = error instanceof ApiError && (error.status === 0 || finalStatuses.includes(error.status))
  if (isFinal) return { settlement: { result: 'parked', isCertain, reason }, service: 'answers' }
  const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  const delay = Math.max(retryAfter, backoff(row.attempts, longestDelay, random, firstDelay))
  return { settlement: { result: 'retry', isCertain, reason, delay }, service: 'fails' }
}

/** Whether the key of the client is at fault: the service refuses it, or the client cannot get one. */
const isRefusalOfClient = (error: unknown): error is ApiError =>
  error instanceof AuthenticationError ||
  error instanceof PermissionError ||
  (error instanceof ApiError && error.status === 0 && error.param === 'apiKey')

import { ApiError, AuthenticationError, PermissionError } from '../errors/api-errors'
import { printable } from '../errors/printable'
import { AbortError, RequestError } from '../errors/request-errors'
import type { ClaimedRow } from './claims'
import { growingWait } from './patience'
import type { Settlement } from './settlements'

// The statuses that say of a row that it is never going to be an event.
const finalStatuses = [400, 404, 409, 413, 422]
const firstDelay = 1000
const longestDelay = 60_000
const longestReason = 1000

/** How an attempt to send a row ended. */
export interface Verdict {
  settlement: Settlement
  /** Present where the service takes no events from this client, whatever the row. */
  refusal?: Error
  /** Whether the service answered for the row, be it with a refusal. */
  isAnswered: boolean
}

/** A text from elsewhere as PostgreSQL can hold it. */
const storable = (text: string): string => printable(text.slice(0, longestReason))

/** The verdict on a row that became an event. */
export const sentVerdict = ({ id, token }: ClaimedRow, eventId: unknown): Verdict => ({
  settlement: { id, token, verdict: 'sent', isCertain: false, eventId: storable(String(eventId)) },
  isAnswered: true,
})

/** The settlement of a row that was claimed and not sent. */
export const unsent = ({ id, token, wasTried }: ClaimedRow): Settlement => ({
  id,
  token,
  verdict: 'free',
  isCertain: !wasTried,
})

/** The verdict on a row whose call has failed. */
export function failedVerdict(row: ClaimedRow, error: unknown, random: () => number): Verdict {
  const { id, token, wasTried, attempts } = row
  const { outcome = 'unknown', reason: known } = error instanceof RequestError ? error : {}
  // The message of the error has a cure besides, which the relay carries out.
  const reason = storable(known ?? (error instanceof Error ? error.message : String(error)))
  const claim = { id, token, isCertain: outcome !== 'unknown' && !wasTried }
  if (isRefusalOfClient(error))
    return { settlement: { ...claim, verdict: 'free' }, refusal: error, isAnswered: false }
  if (error instanceof AbortError) return { settlement: { ...claim, verdict: 'free' }, isAnswered: false }
  // Status 0: the client has refused the payload before it sent anything.
  const isFinal = error instanceof ApiError && (error.status === 0 || finalStatuses.includes(error.status))
  if (isFinal) return { settlement: { ...claim, verdict: 'park', reason }, isAnswered: true }
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  const delay = Math.max(asked, growingWait(attempts, longestDelay, random, firstDelay))
  return { settlement: { ...claim, verdict: 'again', reason, delay }, isAnswered: false }
}

/** Whether the key of the client is at fault: the service refuses it, or the client cannot get one. */
const isRefusalOfClient = (error: unknown): error is ApiError =>
  error instanceof AuthenticationError ||
  error instanceof PermissionError ||
  (error instanceof ApiError && error.status === 0 && error.param === 'apiKey')

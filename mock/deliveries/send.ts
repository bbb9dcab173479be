import type { Clock } from '../settings/clock'
import type { DeliveryFaultKind } from '../faults/fault'
import type { ClaimedDelivery } from '../store/store'
import { retryAfterOf } from './schedule'
import type { Signer } from './signer'

// Far beyond the five minutes that receivers tolerate.
const staleBy = 60 * 60
const secretOfNobody = 'whsec_bm9ib2R5IGhhcyB0aGlzIHNlY3JldCwgaW50ZW50aW9uYWxseQ=='

/** How an attempt ended. */
export interface AttemptResult {
  /** Status of the receiver's answer, absent when there was none. */
  status?: number
  /** Why there was no answer. */
  error?: string
  /** Milliseconds that the receiver asks to wait. */
  retryAfter: number
  /** What was sent, or was to be. */
  headers: Record<string, string>
}

/** What an attempt needs. */
export interface AttemptOptions {
  clock: Clock
  fetch: typeof fetch
  signer: Signer
  /** Milliseconds. */
  timeout: number
}

/**
 * Sends a delivery once. Returns `undefined` when `signal` was aborted before anything was sent. Redirects are not
 * followed, and the receiver's body is not read.
 */
export async function attemptDelivery(
  { url, secret, eventId, body }: ClaimedDelivery,
  { clock, fetch, signer, timeout }: AttemptOptions,
  signal: AbortSignal,
  fault?: DeliveryFaultKind,
): Promise<AttemptResult | undefined> {
  const timestamp = Math.floor(clock.now() / 1_000) - (fault === 'stale-timestamp' ? staleBy : 0)
  let headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'event-delivery-mock',
  }
  try {
    const key = fault === 'wrong-signature' ? secretOfNobody : secret
    headers = { ...headers, ...(await signer({ id: eventId, timestamp, body }, key)) }
  } catch (error) {
    // A secret that was seeded need not fit the scheme of the dialect.
    return { error: reason(error), retryAfter: 0, headers }
  }
  if (signal.aborted) return undefined

  const stop = new AbortController()
  let timedOut = false
  const cancelTimeout = clock.schedule(clock.now() + timeout, () => {
    timedOut = true
    stop.abort()
  })
  const abort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    const response = await abortable(
      fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: stop.signal,
      }),
      stop.signal,
    )
    response.body?.cancel().catch(() => {})
    return { status: response.status, retryAfter: retryAfterOf(response.headers, clock.now()), headers }
  } catch (error) {
    return { error: timedOut ? `no answer within ${timeout} ms` : reason(error), retryAfter: 0, headers }
  } finally {
    cancelTimeout()
    signal.removeEventListener('abort', abort)
  }
}

/** A `fetch` that was handed in need not heed its signal. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}

/** The platform's `fetch` hides what went wrong in the cause. */
function reason(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error && cause.message ? cause.message : message
}

import type { ClaimedDelivery } from '../store/store'
import type { AttemptResult } from './send'

/**
 * One attempt to deliver, as the journal keeps it.
 *
 * @example
 * const [last] = backend.deliveries().slice(-1)
 * console.log(last?.outcome, last?.status, last?.retryAt)
 */
export interface DeliveryAttempt {
  deliveryId: string
  eventId: string
  eventType: string
  webhookId: string
  url: string
  /** Where a forward led it instead. */
  forwardedTo?: string
  /** 1 for the first. */
  attempt: number
  /** ISO 8601, UTC. */
  at: string
  /** Milliseconds until the answer, by the backend's clock. */
  duration: number
  status?: number
  error?: string
  /**
   * `failed` is tried again at `retryAt`, `abandoned` is not: the schedule has ended, the receiver said 410, or the
   * webhook was deleted.
   */
  outcome: 'delivered' | 'failed' | 'abandoned'
  retryAt?: string
  /** The fault that struck, with its seed and draw. */
  fault?: string
  /** Headers that were sent, the signature among them. */
  headers: Record<string, string>
  /** The bytes that were sent, as text. */
  body: string
}

/** When an attempt was made, what follows it, and where it went. */
export interface AttemptTerms {
  /** Milliseconds since the epoch, as `endedAt` and `retryAt` are. */
  startedAt: number
  endedAt: number
  /** Absent when it is not tried again. */
  retryAt?: number
  /** The webhook's URL, or where a forward led. */
  target: string
}

/** Whether a receiver took a delivery (Standard Webhooks: any 2xx). */
export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** An attempt as the journal keeps it. */
export function attemptRecord(
  { id: deliveryId, eventId, eventType, webhookId, url, body, attempts }: ClaimedDelivery,
  { status, error, headers }: AttemptResult,
  { startedAt, endedAt, retryAt, target }: AttemptTerms,
): DeliveryAttempt {
  return {
    deliveryId,
    eventId,
    eventType,
    webhookId,
    url,
    forwardedTo: target === url ? undefined : target,
    attempt: attempts + 1,
    at: new Date(startedAt).toISOString(),
    duration: endedAt - startedAt,
    status,
    error,
    outcome: isSuccess(status) ? 'delivered' : retryAt === undefined ? 'abandoned' : 'failed',
    retryAt: retryAt === undefined ? undefined : new Date(retryAt).toISOString(),
    headers,
    body,
  }
}

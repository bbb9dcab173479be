import type { ListedDelivery } from './records'

/** An attempt to deliver that has ended, or the end of a delivery whose webhook was gone before an attempt. */
export interface EndedAttempt {
  webhookId: string
  /** The URL of the webhook at that time. */
  url: string
  /** The service's time at which it began, in milliseconds since the epoch. */
  at: number
  /**
   * `failed` is tried again, `abandoned` is not. `dropped` says that the delivery ended because its webhook was removed or is no
   * longer active.
   */
  outcome: 'delivered' | 'failed' | 'abandoned' | 'dropped'
  /** The number of the attempt, from 1. Absent where nothing was sent. */
  attempt?: number
  /** Absent where the receiver did not answer. */
  status?: number
  /** Absent where the receiver answered. */
  error?: string
  /** Milliseconds until the answer, by the service's clock. */
  duration?: number
  /** The beginning of the body of the receiver's answer, without keys and secrets. */
  answer?: string
  /** True where somebody asked for this very attempt. */
  resent?: true
}

/** An attempt that a store remembers. */
export interface StoredAttempt extends EndedAttempt {
  deliveryId: string
  eventId: string
}

/** The choice of {@link Store.attempts}: those of the deliveries of some events, or those of one delivery. */
export type AttemptQuery = { events: readonly string[] } | { id: string }

/** The choice of {@link Store.failed}. */
export interface FailedQuery {
  /** Those to one webhook alone. Those to all unless given. */
  webhookId?: string
  /** Those of one event alone. Those of all unless given. */
  eventId?: string
  /** Leaves out what failed for the last time before this time of the service, in milliseconds since the epoch. */
  since?: number
  /** Leaves out what failed for the last time then or later. */
  until?: number
  /** How many are returned at most. */
  limit: number
}

/** A delivery that did not come through: it was abandoned, or waits for another attempt. */
export type FailedDelivery = Pick<ListedDelivery, 'id' | 'webhookId' | 'eventId' | 'attempts'>

/** The result of {@link Store.failed}. */
export interface FailedDeliveries {
  /** Those to active webhooks first, and of these the one first that failed first. */
  deliveries: FailedDelivery[]
  /** How many there are beyond the limit, too. */
  total: number
}

/** A delivery that is to be made due. */
export interface DueAgain {
  id: string
  /** How many attempts were made, as whoever asks knows it. Where another one was begun since, nothing is changed. */
  attempts: number
  /** The service's time, in milliseconds since the epoch. One that is due earlier stays so. */
  dueAt: number
}

/** How many attempts a store remembers, and how many deliveries among them were abandoned. Large numbers may be estimates. */
export interface AttemptCounts {
  attempts: number
  abandoned: number
}

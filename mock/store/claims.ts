import type { EndedAttempt } from './attempts'
import type { PreviousSecret, StoredEvent } from './records'

/** A claim of a delivery. Whoever settles, renews or releases a delivery names the claim by which it has it. */
export interface ClaimReference {
  /** The id of the delivery, the same for each of its attempts. */
  id: string
  /** Fencing token: no other claim of this delivery has it, so that a worker whose lease has ended changes nothing. */
  token: number
}

/** A delivery that belongs to one worker until the worker settles it or the lease ends. Its URL and secrets are those of the webhook at the time of the claim. */
export interface ClaimedDelivery extends ClaimReference {
  webhookId: string
  url: string
  secret: string
  /** The secret that the webhook had before, where it signs beside the new one for a while. */
  previousSecret?: PreviousSecret
  eventId: string
  eventType: string
  /** The event that is delivered, of which the body is made. */
  event: StoredEvent
  /** How many attempts were made before. */
  attempts: number
  /** True where somebody asked for this very attempt of a delivery that had ended. No retry follows it. */
  resent?: true
}

/** The argument of {@link Store.claim}. */
export interface Claim {
  /** The service's time: what falls due by then may be claimed. */
  now: number
  /** How many deliveries are claimed at most. */
  limit: number
  /** How many deliveries of one webhook this worker may hold at once, so that a slow one delays no other. */
  perWebhook: number
  /**
   * How many deliveries this worker holds already, by the id of the webhook. A worker that wants to claim fewer of a webhook states a higher number
   * than it holds.
   */
  held: ReadonlyMap<string, number>
  /** Milliseconds of real time after which another worker may claim a delivery that was neither settled nor extended. */
  lease: number
}

/** The end of a claim: the delivery is done or, with `retryAt`, due again at that time of the service. */
export interface Settlement extends ClaimReference {
  retryAt?: number
  /** What is remembered of it, in the same step. Nothing unless given. */
  attempt?: EndedAttempt
}

/** The pending deliveries of a store over all its workers. */
export interface Outlook {
  /** Due and not claimed. */
  due: number
  claimed: number
  /** Due later. */
  later: number
  /** The service's time at which the one that has been due for longest fell due. */
  oldestDue?: number
}

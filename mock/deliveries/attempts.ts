import type { ClaimedDelivery } from '../store/claims'
import { type EndpointBounds, type EndpointLimits, Endpoints } from './endpoints'

/** An attempt to deliver that its receiver has not answered yet. */
export interface UnansweredAttempt {
  eventId: string
  webhookId: string
  url: string
  /** Number of the attempt, from 1. */
  attempt: number
}

export function unansweredAttempt({ eventId, webhookId, url, attempts }: ClaimedDelivery): UnansweredAttempt {
  return { eventId, webhookId, url, attempt: attempts + 1 }
}

/** An attempt that was begun and has not ended. */
export interface AttemptUnderWay {
  readonly delivery: ClaimedDelivery
  readonly stop: AbortController
  /** Set where the delivery is this worker's no more, as after a reset. The outcome of the attempt is then dropped. */
  isStale: boolean
  /** Whether the endpoint answered. Absent where nobody waited for the answer. */
  hasAnswered?: boolean
  /** Told at the end whether the endpoint answered. */
  readonly endProbe?: (hasAnswered?: boolean) => void
}

// A thousand new connections at once would block everything else, while a few can be used again and again. After 25 ms
// of real time an attempt counts as slow, and others may begin beside it.
const mostFresh = 8
const freshFor = 25

/** The limits of the next claim. */
export interface ClaimBounds extends EndpointBounds {
  limit: number
}

/** The attempts under way, and how many more may begin. */
export class AttemptsUnderWay {
  readonly #attempts = new Set<AttemptUnderWay>()
  /** The attempts that began just now and do not count as slow yet, each with the timer that takes it out of here. */
  readonly #fresh = new Map<AttemptUnderWay, ReturnType<typeof setTimeout>>()
  readonly #most: number
  /** Which endpoints answer. */
  readonly endpoints: Endpoints

  /** Calls `onRoom` when an attempt that takes long has made room for another one. */
  constructor(
    limits: EndpointLimits,
    private readonly onRoom: () => void,
  ) {
    this.#most = limits.deliveries
    this.endpoints = new Endpoints(limits, onRoom)
  }

  get size(): number {
    return this.#attempts.size
  }

  /** The attempts that were begun and have no answer yet. */
  unanswered(): UnansweredAttempt[] {
    return Array.from(this.#attempts, ({ delivery }) => unansweredAttempt(delivery))
  }

  /** The limits of a claim that is made now. `held` counts the deliveries of each webhook that are held already. `undefined` where no further attempt may begin. */
  bounds(held: ReadonlyMap<string, number>): ClaimBounds | undefined {
    const limit = Math.min(this.#most - this.#attempts.size, mostFresh - this.#fresh.size)
    return limit > 0 ? { limit, ...this.endpoints.bounds(held) } : undefined
  }

  /** Begins an attempt that the schedule wants. Returns `undefined` where the endpoint may get no further attempt now. */
  begin(delivery: ClaimedDelivery): AttemptUnderWay | undefined {
    const endProbe = this.endpoints.begin(delivery.webhookId)
    if (!endProbe) return undefined
    const attempt: AttemptUnderWay = { delivery, stop: new AbortController(), isStale: false, endProbe }
    this.#attempts.add(attempt)
    const endFreshness = () => {
      this.#fresh.delete(attempt)
      this.onRoom()
    }
    this.#fresh.set(attempt, setTimeout(endFreshness, freshFor))
    return attempt
  }

  /** Begins an attempt that somebody asked for. It is not one of those that the schedule may begin together. */
  beginBesides(delivery: ClaimedDelivery): AttemptUnderWay {
    const attempt: AttemptUnderWay = { delivery, stop: new AbortController(), isStale: false }
    this.#attempts.add(attempt)
    return attempt
  }

  end(attempt: AttemptUnderWay): void {
    attempt.endProbe?.(attempt.hasAnswered)
    this.#attempts.delete(attempt)
    clearTimeout(this.#fresh.get(attempt))
    this.#fresh.delete(attempt)
  }

  /** Ends the attempts to a webhook. The outcome of each counts. */
  stopWebhook(webhookId: string, reason: string): void {
    for (const { delivery, stop } of this.#attempts) {
      if (delivery.webhookId === webhookId) stop.abort(new Error(reason))
    }
  }

  /** Gives up the attempts of deliveries that are this worker's no more, or all attempts. */
  giveUp(isLost: (delivery: ClaimedDelivery) => boolean = () => true): void {
    for (const attempt of this.#attempts) {
      if (!isLost(attempt.delivery)) continue
      attempt.isStale = true
      attempt.stop.abort()
    }
  }
}

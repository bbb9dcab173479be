import type { ClaimedDelivery } from '../store/claims'

/** An attempt that was begun and has not ended. */
export interface UnderWay {
  readonly delivery: ClaimedDelivery
  readonly stop: AbortController
  /** Set where the delivery is this worker's no more, as after a reset. The outcome of the attempt is then dropped. */
  stale: boolean
}

/** The attempts under way. */
export class AttemptsUnderWay {
  readonly #attempts = new Set<UnderWay>()

  get size(): number {
    return this.#attempts.size
  }

  begin(delivery: ClaimedDelivery): UnderWay {
    const attempt: UnderWay = { delivery, stop: new AbortController(), stale: false }
    this.#attempts.add(attempt)
    return attempt
  }

  end(attempt: UnderWay): void {
    this.#attempts.delete(attempt)
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
      attempt.stale = true
      attempt.stop.abort()
    }
  }
}

import type { Logger } from '../settings/logger'
import type { EndedAttempt } from '../store/attempts'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'
import { type DeliveryAttempt, deliveryAttempt, isSuccess, lineOf, type Reply } from './attempt'

/** The parts of {@link Reports}. */
export interface ReportsOptions {
  store: Pick<Store, 'addAttempts'>
  /** Receives each attempt once it has ended. */
  report: (attempt: DeliveryAttempt) => void
  /** Hides keys and secrets in what the store remembers of an answer. */
  redact: (text: string) => string
  logger: Logger
}

// How many bytes of an answer, and of an error, a store remembers.
const longestText = 4_096

/** Says what came of attempts: to the store, which remembers it, and to whoever hears of each attempt. */
export class Reports {
  readonly #options: ReportsOptions
  readonly #bytes = new Uint8Array(longestText)
  readonly #encoder = new TextEncoder()

  constructor(options: ReportsOptions) {
    this.#options = options
  }

  /** The attempt as a store remembers it. An attempt whose webhook was removed or disabled meanwhile is `dropped`, not `abandoned`. */
  ended(
    { webhookId, url, attempts, resent }: ClaimedDelivery,
    { status, error, answer, startedAt, endedAt }: Reply,
    { willFollow = false, isDropped = false },
  ): EndedAttempt {
    const outcome = isDropped ? 'dropped' : willFollow ? 'failed' : 'abandoned'
    return {
      webhookId,
      url,
      at: startedAt,
      outcome: isSuccess(status) ? 'delivered' : outcome,
      attempt: attempts + 1,
      status,
      error: error && this.#remembered(error),
      // The clock may have gone back meanwhile.
      duration: Math.max(0, endedAt - startedAt),
      answer: answer?.body ? this.#remembered(answer.body) : undefined,
      resent,
    }
  }

  announce(attempt: DeliveryAttempt): void {
    const { report, logger } = this.#options
    report(attempt)
    if (attempt.outcome === 'delivered') logger.info?.(lineOf(attempt))
    else logger.warn?.(lineOf(attempt))
  }

  /** Lets the store remember an attempt that no claim ends, and announces it. */
  async announceUnclaimed(
    delivery: ClaimedDelivery,
    reply: Reply,
    next: Parameters<typeof deliveryAttempt>[2],
  ): Promise<void> {
    const { id: deliveryId, eventId } = delivery
    const ended = this.ended(delivery, reply, { willFollow: next.retryAt !== undefined })
    try {
      await this.#options.store.addAttempts([{ deliveryId, eventId, ...ended }])
    } finally {
      this.announce(deliveryAttempt(delivery, reply, next))
    }
  }

  /** The beginning of a text without secrets. One that the end would cut in two is hidden before. */
  #remembered(text: string): string {
    const hidden = this.#options.redact(text)
    return hidden.slice(0, this.#encoder.encodeInto(hidden, this.#bytes).read)
  }
}

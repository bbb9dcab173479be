import type { Settings } from '../settings/settings'
import type { EndedAttempt } from '../store/attempts'
import type { ClaimedDelivery } from '../store/claims'
import type { Store } from '../store/store'

/**
 * An attempt to deliver an event to a webhook, with its outcome.
 *
 * @example
 * const [last] = backend.deliveries().slice(-1)
 * console.log(last?.outcome, last?.status, last?.retryAt)
 */
export interface DeliveryAttempt {
  /** The same for each attempt to deliver one event to one webhook. */
  deliveryId: string
  eventId: string
  eventType: string
  webhookId: string
  /** The URL that the webhook had at that time. */
  url: string
  /** The URL that the delivery was sent to instead, where a forward says so. */
  forwardedTo?: string
  /** Number of the attempt, from 1. */
  attempt: number
  /** ISO 8601, UTC. */
  at: string
  /** The time that was signed, where it is another one than `at` by a second or more: the real time, while the clock is moved. */
  signedAt?: string
  /** Milliseconds until the answer, by the backend's clock. */
  duration: number
  /** The status of the receiver's answer, or the one that a fault feigns. Absent when no answer came. */
  status?: number
  /** Why no answer came, in a few words. Absent when the receiver answered. */
  error?: string
  /**
   * `failed` is tried again at `retryAt`, `abandoned` is not: the schedule has ended, the receiver said 410, or the
   * webhook was deleted.
   */
  outcome: 'delivered' | 'failed' | 'abandoned'
  /** When the next attempt is due: ISO 8601, UTC. Absent unless the outcome is `failed`. */
  retryAt?: string
  /** The fault that affected it, with its seed and draw. */
  fault?: string
  /** True where somebody asked for this very attempt. It stands outside the schedule, and no retry follows it. */
  resent?: true
  /** The parts that were changed by hand before the attempt was signed and sent. */
  edited?: readonly ('body' | 'headers')[]
  /** Headers that were sent, the signature among them. */
  headers: Record<string, string>
  /** The bytes that were sent, as text. */
  body: string
  /** Absent when the receiver did not answer. */
  answer?: ReceiverAnswer
}

/** The answer of a receiver to one attempt: names of headers in small letters, and the body as text, at most its first 16 KiB. */
export interface ReceiverAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The receiver's reply to one attempt, or the reason why there was none. */
export interface Reply {
  /** Absent when the receiver did not answer. */
  status?: number
  /** Absent when the receiver answered. */
  error?: string
  answer?: ReceiverAnswer
  /** Milliseconds that the receiver asks to wait. */
  retryAfter: number
  /** The headers that were sent, or were about to be sent. */
  headers: Record<string, string>
  /** The bytes that were sent, or were about to be sent, as text. */
  body: string
  /** Milliseconds since the epoch, as `signedAt` and `endedAt`. */
  startedAt: number
  /** The time that the signature bears, before a fault changes it. */
  signedAt: number
  endedAt: number
}

/** Whether a status means that the receiver accepted the delivery (Standard Webhooks: any 2xx). */
export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The attempt that a reply completes. `retryAt` is in milliseconds since the epoch, absent when no retry follows. */
export function deliveryAttempt(
  { id: deliveryId, eventId, eventType, webhookId, url, attempts, resent }: ClaimedDelivery,
  { status, error, answer, headers, body, startedAt, signedAt, endedAt }: Reply,
  next: { target: string; retryAt?: number } & Pick<DeliveryAttempt, 'fault' | 'edited'>,
): DeliveryAttempt {
  const { target, retryAt, fault, edited } = next
  return {
    deliveryId,
    eventId,
    eventType,
    webhookId,
    url,
    forwardedTo: target === url ? undefined : target,
    attempt: attempts + 1,
    at: new Date(startedAt).toISOString(),
    signedAt: Math.abs(signedAt - startedAt) < 1_000 ? undefined : new Date(signedAt).toISOString(),
    // The clock may have gone back meanwhile.
    duration: Math.max(0, endedAt - startedAt),
    status,
    error,
    outcome: isSuccess(status) ? 'delivered' : retryAt === undefined ? 'abandoned' : 'failed',
    retryAt: retryAt === undefined ? undefined : new Date(retryAt).toISOString(),
    headers,
    body,
    answer,
    fault,
    resent,
    edited,
  }
}

/** The parts of {@link Reports}. */
export interface ReportsOptions {
  store: Pick<Store, 'addAttempts'>
  /** Receives each attempt once it has ended. */
  journal: { addDelivery: (attempt: DeliveryAttempt) => void }
  /** Hides keys and secrets in what the store remembers of an answer. */
  redact: (text: string) => string
  settings: Pick<Settings, 'logger' | 'metrics'>
}

// How many bytes of an answer, and of an error, a store remembers.
const longestText = 4_096

/** Says what came of attempts: to the store, which remembers it, and to journal, metrics and log. */
export class Reports {
  readonly #bytes = new Uint8Array(longestText)
  readonly #encoder = new TextEncoder()

  constructor(private readonly options: ReportsOptions) {}

  /** An attempt as a store remembers it. Where its webhook was removed or disabled meanwhile, it is `dropped`, not `abandoned`. */
  remembered(
    { webhookId, url, at, outcome, attempt, status, error, duration, answer, resent }: DeliveryAttempt,
    isDropped = false,
  ): EndedAttempt {
    return {
      webhookId,
      url,
      at: Date.parse(at),
      outcome: isDropped && outcome === 'abandoned' ? 'dropped' : outcome,
      attempt,
      status,
      error: error && this.#beginningOf(error),
      duration,
      answer: answer?.body ? this.#beginningOf(answer.body) : undefined,
      resent,
    }
  }

  announce(attempt: DeliveryAttempt): void {
    const { journal, settings } = this.options
    const { logger, metrics } = settings
    journal.addDelivery(attempt)
    metrics?.delivery({ outcome: attempt.outcome, seconds: attempt.duration / 1_000 })
    if (attempt.outcome === 'delivered') logger.info?.(lineOf(attempt))
    else logger.warn?.(lineOf(attempt))
  }

  /** Lets the store remember an attempt that no claim ends, and announces it. */
  async announceUnclaimed(attempt: DeliveryAttempt): Promise<void> {
    const { deliveryId, eventId } = attempt
    try {
      await this.options.store.addAttempts([{ deliveryId, eventId, ...this.remembered(attempt) }])
    } finally {
      this.announce(attempt)
    }
  }

  /** The beginning of a text without secrets. One that the end would cut in two is hidden before. */
  #beginningOf(text: string): string {
    const hidden = this.options.redact(text)
    return hidden.slice(0, this.#encoder.encodeInto(hidden, this.#bytes).read)
  }
}

/** The line of the log for an attempt. */
function lineOf({ outcome, eventId, forwardedTo, url, attempt, status, error }: DeliveryAttempt): string {
  return `${outcome} ${eventId} to ${forwardedTo ?? url}, attempt ${attempt}: ${status ?? error}`
}

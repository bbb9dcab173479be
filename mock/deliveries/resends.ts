import type { ClaimedDelivery } from '../store/claims'
import type { DeliveryEdit } from './send'

/** An attempt that somebody asks for, outside the schedule of its delivery. */
export interface Resend {
  delivery: ClaimedDelivery
  edit?: DeliveryEdit
}

// A thousand at once would take the connections of everything else.
const atOnce = 8

/** The attempts that somebody asked for and that have not ended. */
export class Resends {
  #waiting: Resend[] = []
  #running = 0

  /** `send` makes one attempt and never rejects. `onEnd` hears of each end. */
  constructor(
    private readonly send: (resend: Resend) => Promise<void>,
    private readonly onEnd: () => void,
  ) {}

  get size(): number {
    return this.#running + this.#waiting.length
  }

  add(resend: Resend): void {
    this.#waiting.push(resend)
    this.#begin()
  }

  /** Forgets the attempts that were not begun: those to one webhook, or all of them. */
  drop(webhookId?: string): void {
    this.#waiting = this.#waiting.filter(
      ({ delivery }) => webhookId !== undefined && delivery.webhookId !== webhookId,
    )
  }

  #begin(): void {
    while (this.#running < atOnce) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#running++
      void this.send(next).finally(() => {
        this.#running--
        this.#begin()
        this.onEnd()
      })
    }
  }
}

import type { ClaimedDelivery } from '../store/claims'
import type { DeliveryEdit } from './edit'

/** An attempt that somebody asks for, outside the schedule of its delivery. */
export interface Resend {
  delivery: ClaimedDelivery
  edit?: DeliveryEdit
}

/** The attempts that somebody asked for and that have not ended. */
export interface Resends {
  /** How many there are. */
  readonly size: number
  add(resend: Resend): void
  /** Forgets those to a webhook that were not begun, or all of those. */
  drop(webhookId?: string): void
}

// A thousand at once would take the connections of everything else.
const atOnce = 8

/** Makes an empty list. `send` carries one attempt out and never rejects; `onEnd` hears of each end. */
export function createResends(send: (resend: Resend) => Promise<void>, onEnd: () => void): Resends {
  let waiting: Resend[] = []
  let running = 0

  function begin() {
    while (running < atOnce) {
      const next = waiting.shift()
      if (!next) return
      running++
      void send(next).finally(() => {
        running--
        begin()
        onEnd()
      })
    }
  }

  return {
    get size() {
      return running + waiting.length
    },
    add(resend) {
      waiting.push(resend)
      begin()
    },
    drop(webhookId) {
      waiting = waiting.filter(({ delivery }) => webhookId !== undefined && delivery.webhookId !== webhookId)
    },
  }
}

import type { Clock } from '../settings/clock'
import type { DeliveryFaultKind } from '../faults/fault'
import type { DrawnFault } from '../faults/registry'
import type { ClaimedDelivery } from '../store/claims'

type Release = (delivery: ClaimedDelivery, fault?: DrawnFault<DeliveryFaultKind>) => unknown

/** The deliveries that faults hold back. */
export interface Hold {
  /** Holds a delivery back for `latency` milliseconds. With `untilNext`, a call of `releaseNext` ends this earlier. */
  keep(
    delivery: ClaimedDelivery,
    latency: number,
    untilNext: boolean,
    fault?: DrawnFault<DeliveryFaultKind>,
  ): void
  /** Whether a delivery to this webhook waits for the next one. */
  waitsForNext(webhookId: string): boolean
  /** Releases the delivery that waits for the next one to this webhook. */
  releaseNext(webhookId: string): void
  /** Forgets the deliveries to a webhook, or all of them, and returns them. */
  drop(webhookId?: string): ClaimedDelivery[]
  /** Forgets the deliveries with these ids. */
  discard(ids: ReadonlySet<string>): void
}

interface Kept {
  delivery: ClaimedDelivery
  untilNext: boolean
  fault?: DrawnFault<DeliveryFaultKind>
  cancel: () => void
}

export function createHold(clock: Clock, release: Release): Hold {
  const kept = new Map<string, Kept>()

  function releaseEntry({ delivery, fault, cancel }: Kept) {
    cancel()
    if (kept.delete(delivery.id)) release(delivery, fault)
  }
  const waiting = (webhookId: string) =>
    [...kept.values()].find(({ delivery, untilNext }) => untilNext && delivery.webhookId === webhookId)

  return {
    keep(delivery, latency, untilNext, fault) {
      const entry: Kept = { delivery, untilNext, fault, cancel: () => {} }
      kept.set(delivery.id, entry)
      entry.cancel = clock.schedule(() => releaseEntry(entry), latency)
    },
    waitsForNext: (webhookId) => waiting(webhookId) !== undefined,
    releaseNext(webhookId) {
      if (kept.size === 0) return
      const entry = waiting(webhookId)
      if (entry) releaseEntry(entry)
    },
    drop: (webhookId) => take((delivery) => webhookId === undefined || delivery.webhookId === webhookId),
    discard: (ids) => void take(({ id }) => ids.has(id)),
  }

  function take(isTaken: (delivery: ClaimedDelivery) => boolean): ClaimedDelivery[] {
    const taken = [...kept.values()].filter(({ delivery }) => isTaken(delivery))
    for (const { delivery, cancel } of taken) {
      cancel()
      kept.delete(delivery.id)
    }
    return taken.map(({ delivery }) => delivery)
  }
}

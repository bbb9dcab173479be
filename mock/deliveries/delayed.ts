import type { DeliveryFaultKind } from '../faults/fault'
import type { DrawnFault } from '../faults/registry'
import type { Clock } from '../settings/clock'
import type { ClaimedDelivery } from '../store/claims'

interface Delayed {
  delivery: ClaimedDelivery
  fault: DrawnFault<DeliveryFaultKind>
  /** Ends the wait without a call of `start`. */
  cancel: () => void
}

// Milliseconds of a delay when the fault names no latency.
const defaultLatency = { reordered: 1_000, slow: 10_000 }

/** The deliveries that faults delay: `slow` ones for a time, and `reordered` ones until the next one to the same webhook is sent. */
export class DelayedDeliveries {
  /** By the ids of the deliveries. */
  readonly byId = new Map<string, Delayed>()

  /** `start` gets each delivery whose delay has ended. */
  constructor(
    private readonly clock: Clock,
    private readonly start: (delivery: ClaimedDelivery, fault: DrawnFault<DeliveryFaultKind>) => void,
  ) {}

  /** Delays a delivery where a fault wants it. Returns whether it does. */
  delay(delivery: ClaimedDelivery, fault: DrawnFault<DeliveryFaultKind>): boolean {
    const { kind, latency } = fault
    if (kind !== 'slow' && kind !== 'reordered') return false
    const delayed: Delayed = { delivery, fault, cancel: () => {} }
    this.byId.set(delivery.id, delayed)
    delayed.cancel = this.clock.schedule(() => this.#release(delayed), latency ?? defaultLatency[kind])
    return true
  }

  /** Whether a delivery to this webhook waits until the next one is sent. */
  waitsForNext(webhookId: string): boolean {
    return this.#waiting(webhookId) !== undefined
  }

  /** Starts the delivery that waited for one to this webhook. */
  releaseNext(webhookId: string): void {
    const waiting = this.#waiting(webhookId)
    if (waiting) this.#release(waiting)
  }

  /** Forgets the deliveries that `isMeant` names, or all of them, and returns them. */
  drop(isMeant: (delivery: ClaimedDelivery) => boolean = () => true): ClaimedDelivery[] {
    const dropped = [...this.byId.values()].filter(({ delivery }) => isMeant(delivery))
    for (const { delivery, cancel } of dropped) {
      cancel()
      this.byId.delete(delivery.id)
    }
    return dropped.map(({ delivery }) => delivery)
  }

  #waiting(webhookId: string): Delayed | undefined {
    return [...this.byId.values()].find(
      ({ delivery, fault }) => fault.kind === 'reordered' && delivery.webhookId === webhookId,
    )
  }

  #release({ delivery, fault, cancel }: Delayed): void {
    cancel()
    if (this.byId.delete(delivery.id)) this.start(delivery, fault)
  }
}

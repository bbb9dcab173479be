import { type Clock, monotonic } from '../transport/clock'

/** How many different rows may be refused one after the other before the service is suspected and not the rows. */
export const believedAtOnce = 2
// A good row behind bad ones waits no longer than this, and a little for the bad ones to be parked.
const longestSuspicion = 55_000
// Whoever was found to refuse many rows rightly is believed for so long.
const trustAfterwards = 600_000

/**
 * Judges final refusals of rows. Where the service refuses one row after the other and accepts none, the fault may be that of the service,
 * and not of the rows: such as a gateway that does not know the route yet.
 */
export class RefusalStreak {
  readonly #refused = new Set<string>()
  #suspectedSince: number | undefined
  #trustedUntil = -Infinity

  constructor(private readonly clock: Clock) {}

  /**
   * Notes that the service refused a row for good. Returns `undefined` where the refusal is believed, so that the row is parked, or else
   * for how many milliseconds more the service is suspected at most. A 404 is never believed: every service has the route that creates
   * events.
   */
  noteRefusal(id: string, status: number): number | undefined {
    const now = monotonic(this.clock)
    this.#refused.add(id)
    if (status === 404) return Infinity
    if (now < this.#trustedUntil || this.#refused.size <= believedAtOnce) return undefined
    const left = (this.#suspectedSince ??= now) + longestSuspicion - now
    if (left > 0) return left
    this.#trustedUntil = now + trustAfterwards
    return undefined
  }

  /** Notes that the service took an event. */
  noteSuccess(): void {
    this.#refused.clear()
    this.#suspectedSince = undefined
  }
}

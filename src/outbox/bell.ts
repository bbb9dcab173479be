import { waitFor } from '../transport/bounds'
import type { Clock } from '../transport/clock'

/** Ends a wait early. */
export interface Bell {
  /** Ends the wait, or the next one where nobody waits. */
  ring(): void
  /** Waits so many milliseconds, for a ring, or for the signal. Says whether the bell rang. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
}

/** Makes a bell. */
export function createBell(clock: Clock): Bell {
  let hasRung = false
  let wake = () => {}
  return {
    ring() {
      hasRung = true
      wake()
    },
    async wait(ms, signal) {
      if (!hasRung && !signal.aborted) {
        await waitFor<void>(signal, (resolve) => {
          wake = resolve
          return clock.schedule(resolve, ms)
        }).catch(() => {})
      }
      wake = () => {}
      const rang = hasRung
      hasRung = false
      return rang
    },
  }
}

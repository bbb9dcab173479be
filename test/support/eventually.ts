import { setTimeout as pause } from 'node:timers/promises'
import { vi } from 'vitest'

/** Milliseconds after which a wait in vain ends, before the test is ended, and says what it waited for. */
const limit = 120_000

/**
 * Waits until `check` no longer throws. Between two checks it pauses for a quarter of the time that it has waited, at least 1 ms and at most
 * 20: what is there at once is seen at once, and a long wait does not keep the processor, and the database that many a check asks, busy.
 */
export async function eventually(check: () => unknown): Promise<unknown> {
  // Fake time passes with the checks.
  if (vi.isFakeTimers()) return vi.waitFor(check, { timeout: limit, interval: 1 })
  const begun = performance.now()
  for (;;) {
    try {
      return await check()
    } catch (error) {
      const waited = performance.now() - begun
      if (waited > limit) throw error
      await pause(Math.min(Math.max(waited / 4, 1), 20))
    }
  }
}

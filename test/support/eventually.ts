import { vi } from 'vitest'

/** Waits until `check` no longer throws. The limit ends a wait in vain before the test is ended, and says what it waited for. */
export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 120_000, interval: 1 })
}

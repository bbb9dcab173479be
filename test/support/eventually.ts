import { vi } from 'vitest'

/** Waits until `check` no longer throws. The limit is generous, so that a busy machine passes too. */
export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 20_000, interval: 1 })
}

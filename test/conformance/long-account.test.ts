import { expect, test } from 'vitest'
import { checks, explain, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'

/** The events of an account that has been used for long: 8,000, of which every 133rd holds a quarter of a megabyte. */
const events = Array.from({ length: 8_000 }, (_, index) => ({
  type: 'earlier',
  data: index % 133 === 0 ? { text: 'x'.repeat(255_000) } : { index },
  mode: 'test' as const,
}))

test('an account with many and large events of its own is judged run after run', async () => {
  const target = createTarget({ seed: { events } })
  for (const seed of [1, 2, 3]) {
    const { verdict, checks: results } = await runChecks(target, checks, { mode: 'non-disruptive', seed })
    const ended = results.filter(({ status }) => ['failed', 'errored', 'could-not-run'].includes(status))
    expect(ended.map(explain)).toEqual([])
    expect(verdict).toBe('conformant')
    expect(results.find(({ id }) => id === 'has-more-at-the-end')?.message).toMatch(
      /^The last 24 of \d{4} events/,
    )
  }
}, 60_000)

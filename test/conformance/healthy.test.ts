import { expect, test } from 'vitest'
import { checks, explain, runChecks } from '@event-delivery/conformance'
import { inProcess } from './in-process'

for (const mode of ['read-only', 'non-disruptive', 'full'] as const) {
  test(`the reference backend is conformant in mode ${mode}`, async () => {
    const report = await runChecks(inProcess(), checks, { mode })
    const bad = report.checks.filter(({ status }) =>
      ['failed', 'warned', 'errored', 'could-not-run'].includes(status),
    )
    expect(bad.map(explain)).toEqual([])
    expect(report.verdict).toBe('conformant')
  })
}

test('under a plan the reference backend is conformant, its rate limit included', async () => {
  const report = await runChecks(inProcess({ plan: 'free' }), checks, { mode: 'full', plan: 10 })
  const bad = report.checks.filter(({ status }) =>
    ['failed', 'warned', 'errored', 'could-not-run'].includes(status),
  )
  expect(bad.map(explain)).toEqual([])
  expect(report.dialect.retryAfter).toBe('seconds')
})

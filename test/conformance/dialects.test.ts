import { expect, test } from 'vitest'
import { checks, explain, runChecks } from '@event-delivery/conformance'
import { dialectCases } from './dialects'
import { inProcess } from './in-process'

for (const { dialect, seen = dialect, because, options = {} } of dialectCases) {
  const title = `a deployment with ${JSON.stringify(dialect)} is conformant and seen as it is`
  test(because ? `${title}, but ${because}` : title, async () => {
    const target = inProcess({ dialect, ...(options.plan ? { plan: 'free' } : {}) })
    const report = await runChecks(target, checks, { mode: 'full', ...options })
    const bad = report.checks.filter(({ status }) => ['failed', 'errored', 'could-not-run'].includes(status))
    expect(bad.map(explain)).toEqual([])
    expect(report.dialect).toMatchObject(seen)
    expect(report.verdict).toBe('conformant')
  })
}

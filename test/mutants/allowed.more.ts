import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { allowed } from './traps/allowed'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'

for (const [id, [because, breakage]] of allowed) {
  test(`a service is not blamed where ${id}`, async () => {
    const report = await runChecks(createTarget({}, breakage), checks, { mode: 'full', samples: 1, seed: 1 })
    expect(findings(report, 'failed', 'warned', 'errored'), because).toEqual([])
    expect(report.verdict).not.toBe('non-conformant')
  })
}

import { expect, test } from 'vitest'
import { checks, explain, runChecks } from '@event-delivery/conformance'
import { allowed } from './traps/allowed'
import { createTarget } from '../support/backend'

for (const { id, title, because, break: breakage } of allowed) {
  test(`a service is not blamed where ${title} (${id})`, async () => {
    const report = await runChecks(createTarget({}, breakage), checks, { mode: 'full', samples: 1, seed: 1 })
    const blamed = report.checks.filter(({ status }) => ['failed', 'warned', 'errored'].includes(status))
    expect(blamed.map(explain), because).toEqual([])
    expect(report.verdict).not.toBe('non-conformant')
  })
}

test('every allowed service has an id of its own', () => {
  const ids = allowed.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

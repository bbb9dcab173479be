import { expect, test } from 'vitest'
import { quickChecks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import type { Dialect } from '../../generated/dialect'

const pinned: Dialect = { createEventStatus: 202, challenge: 'Bearer', maxTypeLength: 256 }

test('a quick run judges the pinned choices that it sees, and was not asked for the others', async () => {
  const target = createTarget({ dialect: { createEventStatus: 202 } })
  const report = await runChecks(target, quickChecks, { mode: 'non-disruptive', dialect: pinned })
  const of = (field: string) => report.checks.find(({ id }) => id === `DIALECT-${field}`)
  expect(of('maxTypeLength')).toMatchObject({ status: 'not-applicable', remedy: 'without --quick' })
  expect(report.verdict).toBe('conformant')
})

import { expect, test } from 'vitest'
import { quickChecks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { named } from '../support/judged'
import type { Dialect } from '../../generated/dialect'

const pinned: Dialect = { createEventStatus: 202, challenge: 'Bearer', maxTypeLength: 256 }

test('a quick run judges the pinned choices that it sees, and was not asked for the others', async () => {
  const target = createTarget({ dialect: { createEventStatus: 202 } })
  const report = await runChecks(target, quickChecks, { mode: 'non-disruptive', dialect: pinned })
  const of = (field: string) => report.checks.find(({ id }) => id === `DIALECT-${field}`)
  expect(of('maxTypeLength')).toMatchObject({ status: 'not-applicable', remedy: 'without --quick' })
  expect(report.verdict).toBe('conformant')
})

test('a pinned dialect spares the requests that find its choices out, and has them confirmed', async () => {
  const dialect = { idempotency: { in: 'body', name: 'dedupe_key' }, maxPayloadBytes: 262_144 } as const
  const judge = (id: string, pinned?: Dialect) =>
    runChecks(createTarget({ dialect }), named(id), { mode: 'non-disruptive', dialect: pinned })
  for (const [id, field] of [
    ['idempotency-creates-one', 'idempotency'],
    ['largest-payload', 'maxPayloadBytes'],
  ] as const) {
    const found = await judge(id)
    const confirmed = await judge(id, { [field]: dialect[field] })
    expect(confirmed.checks.map(({ status }) => status)).not.toContain('could-not-run')
    expect(confirmed.dialect[field]).toEqual(found.dialect[field])
    expect(confirmed.requests).toBeLessThanOrEqual(0.6 * found.requests)
  }
})

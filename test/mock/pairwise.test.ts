import { expect, test } from 'vitest'
import { checks, explain, runChecks } from '@event-delivery/conformance'
import { resolveDialect, type Dialect } from '@event-delivery/mock'
import { inProcess } from '../conformance/in-process'
import { allPairs, dialectOf, pairsOf, pairwiseRows } from './pairwise'

const rows = pairwiseRows()

test('the rows hold every pair of values of two fields', () => {
  const open = allPairs()
  for (const row of rows) for (const held of pairsOf(row)) open.delete(held)
  expect([...open]).toEqual([])
  expect(rows.length).toBeLessThanOrEqual(30)
})

/** What the suite can see of a dialect: no size is probed, and no healthy service shows its code of a 500. */
function visible(dialect: Dialect): Dialect {
  const { maxPayloadBytes: _size, errorCodes, ...seen } = dialect
  const { 500: _code, ...codes } = errorCodes ?? {}
  return { ...seen, errorCodes: codes }
}

for (const [index, row] of rows.entries()) {
  const dialect = dialectOf(row)
  test(`row ${index} is played exactly: ${JSON.stringify(dialect)}`, async () => {
    const target = inProcess({ dialect: resolveDialect(dialect), plan: 'free' })
    const report = await runChecks(target, checks, {
      mode: 'full',
      plan: 10,
      ...(dialect.idempotency && dialect.idempotency.in !== 'both'
        ? { idempotency: dialect.idempotency }
        : {}),
    })
    const bad = report.checks.filter(({ status }) => ['failed', 'errored', 'could-not-run'].includes(status))
    expect(bad.map(explain)).toEqual([])
    expect(report.verdict).toBe('conformant')
    expect(report.dialect).toMatchObject(visible(dialect))
  })
}

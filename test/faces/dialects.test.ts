import { expect, onTestFinished, test } from 'vitest'
import { checks, explain, runChecks, type Check } from '@event-delivery/conformance'
import type { Dialect } from '@event-delivery/mock'
import { dialectOf, pairwiseRows } from '../mock/pairwise'
import { fullRun, judgedThroughPrism, overHttps, overMsw, throughPrism, type Face } from './faces'

interface Way {
  name: string
  open: (dialect: Dialect) => Promise<Face>
  checks: readonly Check[]
}

const ways: readonly Way[] = [
  { name: 'over MSW', open: overMsw, checks },
  { name: 'over HTTPS', open: overHttps, checks },
  { name: 'through Prism', open: throughPrism, checks: judgedThroughPrism },
]

// In process every row is judged where the table is tested. Here: one a face, and all of them in the soak.
const rows = [...pairwiseRows().entries()]
const sample = process.env.SOAK_RUNS ? rows : []

for (const [place, { name, open, checks }] of ways.entries()) {
  for (const [index, row] of sample.length > 0 ? sample : rows.slice(5 * place + 1, 5 * place + 2)) {
    test(`row ${index} of the dialects is conformant ${name}`, { timeout: 120_000 }, async () => {
      const dialect = dialectOf(row)
      const { target, close } = await open(dialect)
      onTestFinished(close)
      // An idempotency key of an unknown name is told, not found: the hint is the owner's.
      const { idempotency } = dialect
      const hint = idempotency && idempotency.in !== 'both' ? { idempotency } : {}
      const report = await runChecks(target, checks, { ...fullRun, ...hint })
      const bad = report.checks.filter(({ status }) =>
        ['failed', 'errored', 'could-not-run'].includes(status),
      )
      expect(bad.map(explain)).toEqual([])
      expect(report.verdict).toBe('conformant')
      expect(report.dialect.listOrder).toBe(dialect.listOrder)
      expect(report.dialect.signature?.scheme).toBe(dialect.signature?.scheme)
    })
  }
}

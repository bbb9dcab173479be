import { expect, onTestFinished, test } from 'vitest'
import { checks, runChecks, type Check } from '@event-delivery/conformance'
import type { Dialect } from '../../generated/dialect'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { fullRun, judgedThroughPrism, overHttps, overMsw, throughPrism, type OpenFace } from './faces'
import { findings } from '../support/judged'
import { sized } from '../support/tier'

const faces: readonly {
  name: string
  open: OpenFace
  checks: readonly Check[]
}[] = [
  { name: 'over MSW', open: overMsw, checks },
  { name: 'over HTTPS', open: overHttps, checks },
  { name: 'through Prism', open: throughPrism, checks: judgedThroughPrism },
]

// test/conformance judges every row in process. Each face gets one row of its own here, and all rows in the soak.
const rows = [...pairwiseRows().entries()]
const rowsOf = (face: number) => sized({ more: rows.slice(5 * face + 1, 5 * face + 2), soak: rows })

for (const [face, { name, open, checks }] of faces.entries()) {
  for (const [index, row] of rowsOf(face)) {
    test(`row ${index} of the dialects is conformant ${name}`, async () => {
      // The receiver listens on this machine, to which a deployment that takes public hosts alone cannot deliver.
      const dialect: Dialect = { ...dialectOf(row), webhookHosts: 'any' }
      const target = await open(onTestFinished, dialect)
      // The suite cannot find an idempotency key of an unknown name: the owner of a deployment names it.
      const { idempotency } = dialect
      const hint = idempotency && idempotency.in !== 'both' ? { idempotency } : {}
      const report = await runChecks(target, checks, { ...fullRun, ...hint })
      expect(findings(report)).toEqual([])
      expect(report.verdict).toBe('conformant')
      expect(report.dialect.listOrder).toBe(dialect.listOrder)
      expect(report.dialect.signature?.scheme).toBe(dialect.signature?.scheme)
    })
  }
}

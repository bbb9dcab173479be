import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { mutantOf } from '../mutants/find'
import { createTarget } from '../support/backend'
import { sized } from '../support/tier'

const runs = sized({ more: 2, soak: 100 })

for (const [what, breakage] of [
  ['the reference backend', undefined],
  ['one that creates twice in a race', mutantOf('race-creates-twice').break],
] as const) {
  test(`${runs} runs say the same of ${what}`, async () => {
    const said = new Set<string>()
    for (let run = 0; run < runs; run += 1) {
      const report = await runChecks(createTarget({}, breakage), checks, { mode: 'full' })
      const results = report.checks.map(({ id, status }) => [id, status])
      said.add(JSON.stringify([report.verdict, report.dialect, results]))
    }
    expect([...said]).toHaveLength(1)
  })
}

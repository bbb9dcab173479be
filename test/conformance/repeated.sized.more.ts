import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { mutants } from '../mutants/index'
import { createTarget } from '../support/backend'
import { sized } from '../support/tier'

const runs = sized({ more: 2, soak: 100 })
const unstable = mutants.find(({ id }) => id === 'race-creates-twice')

for (const [what, breakage] of [
  ['the reference backend', undefined],
  ['one that creates twice in a race', unstable?.break],
] as const) {
  test(`${runs} runs say the same of ${what}`, async () => {
    const said = new Set<string>()
    for (let run = 0; run < runs; run += 1) {
      const {
        verdict,
        dialect,
        checks: results,
      } = await runChecks(createTarget({}, breakage), checks, {
        mode: 'full',
      })
      said.add(JSON.stringify([verdict, dialect, results.map(({ id, status }) => [id, status])]))
    }
    expect([...said]).toHaveLength(1)
  })
}

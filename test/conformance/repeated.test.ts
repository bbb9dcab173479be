import { expect, test, vi } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { mutants } from '../mutants/index'
import { inProcess } from './in-process'

const runs = 2 * Number(process.env.SOAK_RUNS ?? 1)
vi.setConfig({ testTimeout: 30_000 + runs * 5_000 })

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
      } = await runChecks(inProcess({}, breakage), checks, {
        mode: 'full',
      })
      said.add(JSON.stringify([verdict, dialect, results.map(({ id, status }) => [id, status])]))
    }
    expect([...said]).toHaveLength(1)
  })
}

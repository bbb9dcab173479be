import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { allowedChoices } from './traps/allowed-choices'
import { allowedRefusals } from './traps/allowed-refusals'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'
import { sized } from '../support/tier'
import { together, type Breakage } from '../support/breakage'

/** Services that no check may fail. */
const allowed = Object.entries({ ...allowedRefusals, ...allowedChoices })

/** The words of the checks that blame a service. */
async function blame(...breakages: readonly Breakage[]): Promise<string[]> {
  const target = createTarget({}, together(breakages))
  const report = await runChecks(target, checks, { mode: 'full', samples: 1, seed: 1 })
  expect(report.verdict).not.toBe('error')
  return findings(report, 'failed', 'warned', 'errored')
}

// What one service may do it may do beside what another does, so that a few services do all of it. The soak judges each alone.
const count = sized({ more: 5, soak: allowed.length })
const services = Array.from({ length: count }, (_, place) =>
  allowed.filter((_one, at) => at % count === place),
)

for (const all of services) {
  test(`a service is not blamed where ${all.map(([id]) => id).join(', ')}`, async () => {
    const found = await blame(...all.map(([, [, breakage]]) => breakage))
    if (found.length === 0) return
    for (const [id, [because, breakage]] of all)
      expect(await blame(breakage), `${id}: ${because}`).toEqual([])
    expect(found).toEqual([])
  })
}

import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { allowedChoices } from './traps/allowed-choices'
import { allowedRefusals } from './traps/allowed-refusals'
import { ofTwoDatabases } from './diversions'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'
import { sized } from '../support/tier'
import { together, type Breakage } from '../support/breakage'

/** Services that no check may fail. */
const allowed = Object.entries({ ...allowedRefusals, ...allowedChoices })

/** The words of the checks that blame a service. */
async function blame(breakage: Breakage, made = checks): Promise<string[]> {
  const target = createTarget({}, breakage)
  const report = await runChecks(target, made, { mode: 'full', samples: 1, seed: 1 })
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
    const found = await blame(together(all.map(([, [, breakage]]) => breakage)))
    if (found.length === 0) return
    for (const [id, [because, breakage]] of all)
      expect(await blame(breakage), `${id}: ${because}`).toEqual([])
    expect(found).toEqual([])
  })
}

// A check that is made alone meets events that were created a moment ago.
test.each(['listEvents', 'listEvents retrieveEvent'])(
  'no check that is made alone blames a service that reads from a database which is 5 s behind (%s)',
  async (read) => {
    const breakage = ofTwoDatabases(read, (_, age) => age < 5_000)
    const found: string[] = []
    for (const check of checks) found.push(...(await blame(breakage, [check])))
    expect(found).toEqual([])
  },
)

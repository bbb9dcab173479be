import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { ofTwoDatabases } from '../mutants/diversions'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'

// A check that is made alone meets events that were created a moment ago.
const ofLists = checks.filter(({ rules }) => rules.some((rule) => /^PG-|^AU-11$/.test(rule)))

test.each(['listEvents', 'listEvents retrieveEvent'])(
  'no check that is made alone blames a service that reads from a database which is 5 s behind (%s)',
  async (read) => {
    const found: string[] = []
    for (const check of ofLists) {
      const target = createTarget(
        {},
        ofTwoDatabases(read, (_, age) => age < 5_000),
      )
      const report = await runChecks(target, [check], { mode: 'full', samples: 1, seed: 1 })
      found.push(...findings(report, 'failed', 'warned', 'errored'))
    }
    expect(found).toEqual([])
  },
)

import { afterAll, test } from 'vitest'
import { hostileServices } from './hostile-services'
import { makeFolder } from '../support/folder'
import { runHostile, tableOf, type HostileRun } from './hostile-table'
import { tier } from '../support/tier'

const isSoak = tier === 'soak'
/** Checks that meet each kind of harm, for runs that have to be short. */
const few = ['--only', 'EV-3,PG-1,WH-1,DL-1', '--time-limit', '5']
/** The most memory that a run may take, in MB. */
const mostMemory = 400

const folder = await makeFolder(afterAll)
const runs: HostileRun[] = []

afterAll(() => {
  if (isSoak) console.log(tableOf(runs))
})

for (const service of hostileServices) {
  test.concurrent(
    `the command stays small, ends and tells no key, judging a service with ${service.name}`,
    async ({ expect }) => {
      const run = await runHostile(service, folder, isSoak ? [] : few)
      runs.push(run)
      expect(service.verdicts).toContain(run.verdict)
      expect(run.leaks).toEqual([])
      expect(run.memory).toBeLessThan(mostMemory)
    },
  )
}

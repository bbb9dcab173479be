import { afterAll, test } from 'vitest'
import { hostileServices } from './hostile-services'
import { makeFolder } from '../support/folder'
import { runHostile, tableOf, type HostileRun } from './hostile-table'
import { tier } from '../support/tier'

const isSoak = tier === 'soak'
/** Checks that meet each kind of harm, for runs that have to be short. */
const few = ['--only', 'EV-3,PG-1,WH-1,DL-1']
/** Where a run has a limit of time, a busy machine may reach it at any point, before the first answer too. */
const cutShort = ['incomplete', 'error']
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
      const isLimited = service.flags !== undefined
      const shortened = isLimited ? [...few, '--time-limit', '5'] : few
      const run = await runHostile(service, folder, isSoak ? [] : shortened)
      runs.push(run)
      expect([...service.verdicts, ...(isLimited && !isSoak ? cutShort : [])]).toContain(run.verdict)
      expect(run.leaks).toEqual([])
      expect(run.memory).toBeLessThan(mostMemory)
    },
  )
}

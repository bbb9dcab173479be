import { afterAll, expect, test } from 'vitest'
import type { Mistake } from '../../mutants/store/mistakes'
import { bundleProgram } from '../../support/service-process'
import {
  deadCreator,
  deadWorker,
  sleepingWorker,
  slowReceiver,
  twoProcessesOneKey,
  type Scenario,
} from './processes-scenarios'

const program = await bundleProgram(afterAll, 'test/mutants/store/program.ts')

interface Promised {
  title: string
  scenario: Scenario
  /** How a store can break the promise, and what the scenario says of it. */
  broken: [mistake: Mistake, message: string][]
}

const promises: Promised[] = [
  {
    title: 'the deliveries of a worker that was killed go on in another one, each with the same id',
    scenario: deadWorker,
    broken: [
      ['deletion at the claim', 'to have a length of 2 but got 1'],
      ['no sweep of dead claims', 'to have a length of 2 but got 1'],
    ],
  },
  {
    title: 'a worker that stood still beyond its lease ends nothing',
    scenario: sleepingWorker,
    broken: [['no token', 'whoever has lost a delivery ends nothing']],
  },
  {
    title: 'a delivery is sent once, however long its receiver takes',
    scenario: slowReceiver,
    broken: [['a lease shorter than an attempt', 'one attempt while the first one is under way']],
  },
  {
    title: 'the deliveries of an event are there as soon as the event is',
    scenario: deadCreator,
    broken: [['deliveries in a second statement', 'to have a length of 1 but got +0']],
  },
  {
    title: 'a key that comes to two processes makes one event',
    scenario: twoProcessesOneKey,
    broken: [['keys in process memory', 'to deeply equal']],
  },
]

// Side by side, because they mostly wait for the end of a lease.
test.concurrent.for(promises)('$title', async ({ scenario }, { onTestFinished }) => {
  await scenario({ program, until: onTestFinished, timeout: 120_000 })
})

const mutants = promises.flatMap(({ scenario, broken }) =>
  broken.map(([mistake, message]) => ({ scenario, mistake, message })),
)

// Beside many busy processes a mistake now and then comes too late to show.
test.concurrent.for(mutants)(
  'a store with the mistake $mistake is noticed',
  { retry: 2 },
  async ({ scenario, mistake, message }, { onTestFinished }) => {
    const stage = { program, until: onTestFinished, mistake, timeout: 5_000 }
    await expect(scenario(stage)).rejects.toThrow(message)
  },
)

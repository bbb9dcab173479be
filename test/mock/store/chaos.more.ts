import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { bundleProgram } from '../../support/service-process'
import { runChaos } from './chaos'

const program = await bundleProgram(afterAll)

test('no event is lost, doubled or left undelivered while processes are killed one after the other', async () => {
  const url = await makeDatabase(onTestFinished)
  // On a busy machine receivers answer late, which the attempts have to wait for. The soak has the real limits.
  const limits = { deliveryTimeout: 60_000, deliveryLease: 3_000 }
  const aftermath = await runChaos({ program, until: onTestFinished, url, limits, events: 200, kills: 6 })
  const none = { lost: 0, doubled: 0, undelivered: 0, renamed: 0, begunAfterDeletion: 0 }
  expect(aftermath).toMatchObject({ ...none, owed: 600 })
})

import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { bundleProgram } from '../../support/service-process'
import { runChaos } from './chaos'

const program = await bundleProgram(afterAll)

test('no event is lost, doubled or left undelivered while processes are killed one after the other', async () => {
  const url = await makeDatabase(onTestFinished)
  const aftermath = await runChaos({ program, until: onTestFinished, url, events: 400, kills: 6 })
  console.log(aftermath)
  expect(aftermath).toMatchObject({ lost: 0, doubled: 0, undelivered: 0, owed: 1_200, renamed: 0 })
  // A killed process leaves at most what it had under way: 8 deliveries to each webhook.
  expect(aftermath.duplicates).toBeLessThanOrEqual(6 * 8 * 3)
})

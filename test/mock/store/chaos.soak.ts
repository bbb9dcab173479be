import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { bundleProgram } from '../../support/service-process'
import { runChaos } from './chaos'

const program = await bundleProgram(afterAll)

test('over 60 kills and 5,000 events nothing is lost or doubled, and few deliveries come twice', async () => {
  const url = await makeDatabase(onTestFinished)
  const limits = { deliveryTimeout: 1_000, deliveryLease: 3_000 }
  const aftermath = await runChaos({ program, until: onTestFinished, url, limits, events: 5_000, kills: 60 })
  expect(aftermath).toMatchObject({ lost: 0, doubled: 0, undelivered: 0, owed: 15_000, renamed: 0 })
  expect(aftermath.duplicates).toBeLessThan(0.05 * aftermath.owed)
  expect(aftermath.latestAfterDeletion).toBeLessThanOrEqual(2_000)
})

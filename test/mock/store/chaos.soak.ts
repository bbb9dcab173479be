import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Mistake } from '../../mutants/store/mistakes'
import { bundleProgram } from '../../support/service-process'
import { runChaos } from './chaos'
import { startOwnPostgres } from '../../support/own-postgres'

const limits = { deliveryTimeout: 1_000, deliveryLease: 3_000 }

test('over a minute with a kill each second, and PostgreSQL killed amid it, nothing is lost or doubled, and few deliveries come twice', async () => {
  const program = await bundleProgram(afterAll)
  const postgres = await startOwnPostgres(onTestFinished, { max_connections: '100' })
  const returns: Promise<void>[] = []
  const aftermath = await runChaos({
    program,
    until: onTestFinished,
    url: postgres.url,
    limits,
    events: 5_000,
    kills: 60,
    killEvery: 1_000,
    // Processes are killed while it is away, too.
    killMore: async (kill) => {
      if (kill % 15 === 7) returns.push(postgres.kill())
    },
  })
  await Promise.all(returns)
  console.info(JSON.stringify(aftermath))
  const none = { lost: 0, doubled: 0, undelivered: 0, renamed: 0, claimedAfterDeletion: 0 }
  expect(aftermath).toMatchObject({ ...none, owed: 15_000 })
  expect(aftermath.kills).toBeGreaterThanOrEqual(60)
  expect(aftermath.duplicates).toBeLessThan(0.05 * aftermath.owed)
  expect(aftermath.latestAfterDeletion).toBeLessThanOrEqual(2_000)
})

test('a killed PostgreSQL loses events that were acknowledged before they were flushed', async () => {
  const program = await bundleProgram(afterAll, 'test/mutants/store/program.ts')
  const postgres = await startOwnPostgres(onTestFinished, { max_connections: '100' })
  const mistake: Mistake = 'synchronous_commit=off'
  const { lost } = await runChaos({
    program,
    until: onTestFinished,
    url: postgres.url,
    limits,
    mistake,
    events: 1_000,
    kills: 4,
    killMore: postgres.kill,
  })
  expect(lost).toBeGreaterThan(0)
})

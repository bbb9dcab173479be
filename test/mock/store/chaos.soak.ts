import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Mistake } from '../../mutants/store/mistakes'
import { bundleProgram } from '../../support/service-process'
import { startOwnPostgres } from '../../support/own-postgres'
import { execute } from '../../support/postgres'
import { startTcpProxy } from '../../support/tcp-proxy'
import { runChaos } from './chaos'

const limits = { deliveryTimeout: 1_000, deliveryLease: 3_000 }
const none = {
  lost: 0,
  doubled: 0,
  undelivered: 0,
  renamed: 0,
  claimedAfterDeletion: 0,
  begunAfterDeletion: 0,
}

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
    lasts: 60_000,
    // Processes are killed while it is away, too.
    killMore: async (kill) => {
      if (kill % 15 === 7) returns.push(postgres.kill())
    },
  })
  await Promise.all(returns)
  console.info(JSON.stringify(aftermath))
  expect(aftermath).toMatchObject({ ...none, owed: 15_000 })
  expect(aftermath.duplicates).toBeLessThan(0.05 * aftermath.owed)
})

test('over ten minutes of kills, stops beyond the lease, lost connections and silent ones nothing is lost, doubled or late after a deletion', async () => {
  const program = await bundleProgram(afterAll)
  const postgres = await startOwnPostgres(onTestFinished, { max_connections: '100' })
  const way = await startTcpProxy(postgres.url, onTestFinished)
  const ways: Pick<typeof program, 'start'> = {
    start: (settings, until) => program.start({ ...settings, url: way.url }, until),
  }
  const harm = { 'PostgreSQL killed': 0, 'sessions ended': 0, 'connections cut': 0, silenced: 0, stopped: 0 }
  const returns: Promise<unknown>[] = []
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
    order by random() limit 5`
  const aftermath = await runChaos({
    ...{ program: ways, until: onTestFinished, url: postgres.url },
    limits: { deliveryTimeout: 15_000, deliveryLease: 3_000 },
    ...{ events: 10_000, kills: 120, lasts: 600_000, deletions: 4 },
    async killMore(kill, processes) {
      const does = (every: number, first: number, name: keyof typeof harm) =>
        kill % every === first && ++harm[name] > 0
      if (does(15, 7, 'PostgreSQL killed')) returns.push(postgres.kill())
      if (does(5, 2, 'sessions ended')) await execute(postgres.url, endSessions).catch(() => {})
      if (does(10, 3, 'connections cut')) way.cut()
      if (does(10, 8, 'silenced')) way.swallow()
      // The stopped process stands still for longer than the lease of its deliveries, and runs on before its own turn to be killed.
      const sleeper = processes[4]
      if (sleeper?.ready && does(7, 4, 'stopped')) {
        sleeper.pause()
        returns.push(delay(5_000).then(() => sleeper.resume()))
      }
    },
  })
  await Promise.all(returns)
  console.info(JSON.stringify({ ...aftermath, ...harm }))
  expect(aftermath).toMatchObject({ ...none, owed: 30_000 })
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

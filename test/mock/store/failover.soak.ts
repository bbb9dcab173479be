import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startWithStandby } from '../../support/own-postgres'
import { execute } from '../../support/postgres'
import { bundleProgram } from '../../support/service-process'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy'
import { type Aftermath, runChaos } from './chaos'

/** Promotes a standby after its primary was lost under load. A standby that nobody waits for is cut off before. */
async function promoteUnderLoad(waitedFor: string): Promise<Aftermath> {
  const program = await bundleProgram(afterAll)
  let replication: TcpProxy | undefined
  const settings = { synchronous_standby_names: waitedFor, max_connections: '100' }
  const { primary, standby } = await startWithStandby(onTestFinished, settings, async (url) => {
    replication = await startTcpProxy(url, onTestFinished)
    return replication.url
  })
  const way = await startTcpProxy(primary.url, onTestFinished)
  const killMore = async (kill: number) => {
    if (kill === 1 && !waitedFor) {
      replication?.lead('http://127.0.0.1:1')
      replication?.cut()
    }
    if (kill !== 3) return
    await primary.lose()
    await execute(standby.url, 'select pg_promote()')
    way.lead(standby.url)
  }
  const limits = { deliveryTimeout: 60_000, deliveryLease: 3_000 }
  return runChaos({
    ...{ program, until: onTestFinished, url: way.url, limits, events: 500, kills: 6, killMore },
  })
}

test('nothing is lost or doubled where the standby that commits waited for is promoted under load', async () => {
  const none = { lost: 0, doubled: 0, undelivered: 0, renamed: 0 }
  expect(await promoteUnderLoad('standby')).toMatchObject({ ...none, owed: 1_500 })
})

test('acknowledged events are lost where a standby that no commit waited for is promoted', async () => {
  expect((await promoteUnderLoad('')).lost).toBeGreaterThan(0)
})

import { createPostgresStore } from '@event-delivery/mock/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { copyFolder, startOwnPostgres, startWithStandby } from '../../support/own-postgres'
import { execute } from '../../support/postgres'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy'
import { deliverBeyondBackup, expectRecovered, recover, use } from './recovery'

test('a folder that was put back from a copy is recovered as a database is', async () => {
  const postgres = await startOwnPostgres(onTestFinished)
  await use(postgres.url, async ({ createWebhook, deliver }) => {
    await createWebhook()
    await deliver()
  })
  await postgres.stop()
  const backup = await copyFolder(postgres.folder, onTestFinished)
  await postgres.start()
  const lost = await use(postgres.url, deliverBeyondBackup)
  await postgres.stop()
  const firstDelivery = await recover(backup)
  const { url } = await startOwnPostgres(onTestFinished, {}, backup)
  await use(url, (harness) => expectRecovered(harness, lost, firstDelivery))
})

test('a process outlives the promotion of a standby that had not received everything, and goes on once that was recovered', async () => {
  let received: TcpProxy | undefined
  const { primary, standby } = await startWithStandby(onTestFinished, {}, async (url) => {
    received = await startTcpProxy(url, onTestFinished)
    return received.url
  })
  const way = await startTcpProxy(primary.url, onTestFinished)
  const harness = createHarness({ store: createPostgresStore({ url: way.url }) })
  const { call, createWebhook, deliver } = harness
  await createWebhook()
  const { json: kept } = await deliver()
  const arrived = `select from event_delivery.event where not exists (select from event_delivery.delivery)`
  await eventually(async () => expect(await execute(standby.url, arrived)).toHaveLength(1))
  received?.lead('http://127.0.0.1:1')
  received?.cut()
  const lost = await deliverBeyondBackup(harness)
  await primary.lose()

  way.lead(standby.url)
  // Until it is promoted, the standby only reads.
  await eventually(async () => expect((await call('GET', '/v1/events')).status).toBe(200))
  expect(await call('POST', '/v1/events', { body: { type: 'order.paid', data: {} } })).toMatchObject({
    status: 503,
    json: { error: { message: expect.stringContaining('Nothing was changed') as string } },
  })
  expect((await call('GET', '/__mock/health')).status).toBe(503)
  await execute(standby.url, 'select pg_promote()')
  await expectRecovered(harness, lost, await recover(standby.url))
  const { json } = await call<{ data: { id: string }[] }>('GET', '/v1/events')
  expect(json.data.map(({ id }) => id).slice(1), 'of what was lost, what was repeated is there once').toEqual(
    [kept.id],
  )
})

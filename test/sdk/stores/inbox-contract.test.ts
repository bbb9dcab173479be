import { redisInbox } from '@event-delivery/sdk/stores'
import { testDedupeStore } from '@event-delivery/sdk/testing'
import { afterAll, describe, test } from 'vitest'
import { missingRedis, startRedis, startRedisCluster } from '../../support/redis'
import { drivers, makeInboxes } from './clients'

// The rules wait for leases in real time, and so stand side by side.
test.concurrent('an inbox on PostgreSQL keeps the contract of a dedupe store', async ({ onTestFinished }) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  await testDedupeStore(makeInbox, { shared: true })
})

const missing = missingRedis()
if (missing) test.skip(`an inbox on Redis keeps the contract of a dedupe store (${missing})`)

describe.skipIf(missing).concurrent.each(drivers)('an inbox on Redis by $name', ({ one, many }) => {
  test('keeps the contract of a dedupe store', async () => {
    const { url } = await startRedis(afterAll)
    await testDedupeStore(async () => redisInbox(await one(url, afterAll)), { shared: true })
  })

  test('keeps the contract of a dedupe store on a cluster', async () => {
    const ports = await startRedisCluster(afterAll)
    await testDedupeStore(async () => redisInbox(await many(ports, afterAll)), { shared: true })
  })
})

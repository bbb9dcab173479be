import { redisInbox, type RedisClient } from '@event-delivery/sdk/stores'
import { testDedupeStore } from '@event-delivery/sdk/testing'
import { afterAll, test } from 'vitest'
import { missingRedis, startRedis, startRedisCluster } from '../../support/redis'
import { drivers } from './clients'

const missing = missingRedis()
const { url } = missing ? { url: '' } : await startRedis(afterAll)
const ports = missing ? [] : await startRedisCluster(afterAll)

const ways = drivers.flatMap(({ name, one, many }) => [
  { name, connect: () => one(url, afterAll) },
  { name: `${name}, on a cluster`, connect: () => many(ports, afterAll) },
])

// The rules wait for leases in real time, and so stand side by side.
test.concurrent.for<{ name: string; connect(): Promise<RedisClient> }>(ways)(
  'an inbox on Redis by $name, keeps the contract of a dedupe store',
  async ({ connect }, { skip }) => {
    if (missing) skip(missing)
    await testDedupeStore(async () => redisInbox(await connect()), { shared: true })
  },
)

// Judges the stores on a client of Redis: the inbox by the contract of dedupe stores, on one server and on a cluster, and the shared rate.
import { strictEqual } from 'node:assert/strict'
import { EventDelivery } from '@event-delivery/sdk'
import { redisInbox, type RedisClient, sharedRate } from '@event-delivery/sdk/stores'
import { testDedupeStore } from '@event-delivery/sdk/testing'
import { tally } from './tally'

/** A way to reach Redis. */
export interface Driver {
  /** Connects to one server. */
  one(url: string): Promise<RedisClient>
  /** Connects to a cluster by the ports of its nodes. */
  many(ports: readonly number[]): Promise<RedisClient>
}

const url = process.env['REDIS_URL'] ?? ''
const ports = JSON.parse(process.env['REDIS_CLUSTER'] ?? '[]') as number[]

/** Judges the stores on a driver, prints the tally and ends the process. */
export async function judgeStores({ one, many }: Driver): Promise<void> {
  /** The number of events that a client creates at a shared rate, and of the warnings that it logs. */
  const create = async (redis: RedisClient): Promise<[number, number]> => {
    let warnings = 0
    const warn = () => void warnings++
    const client = new EventDelivery({
      apiKey: 'sk_test_mock',
      baseUrl: 'https://service.test',
      rate: sharedRate(redis, { key: 'shop', perSecond: 1000 }),
      logger: { debug() {}, info() {}, warn, error: warn },
      fetch: async (_, init) => {
        const { type, data } = JSON.parse(init.body ?? '') as { type: string; data: unknown }
        return Response.json({ id: 'evt_1', type, created: '2026-11-22T12:00:00Z', data }, { status: 201 })
      },
    })
    const inputs = Array.from({ length: 20 }, (_, n) => ({ type: 'order.paid', data: { n } }))
    const { created } = await client.events.createAll(inputs).summary()
    return [created, warnings]
  }
  await tally({
    'the inbox keeps the contract of a dedupe store': async () =>
      testDedupeStore(async () => redisInbox(await one(url)), { shared: true }),
    'the inbox keeps the contract of a dedupe store on a cluster': async () =>
      testDedupeStore(async () => redisInbox(await many(ports)), { shared: true }),
    'the shared rate lets calls pass, and Redis answers': async () => {
      for (const redis of [await one(url), await many(ports)]) {
        const [created, warnings] = await create(redis)
        strictEqual(created, 20)
        strictEqual(warnings, 0)
      }
    },
  })
  process.exit()
}

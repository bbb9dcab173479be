import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { postgresInbox, redisInbox, sharedRate } from '@event-delivery/sdk/stores'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { apiKey, baseUrl, rejection } from '../client'
import { secret } from '../deliveries'

const asked = () => Promise.reject(new Error('The database was asked.'))
const pool = { query: asked, connect: asked, options: { max: 10 } }
const small = { ...pool, options: { max: 2 } }
const redis = { evalsha: asked, eval: asked }
const client = new EventDelivery({ apiKey, baseUrl })
const outbox = createOutbox({ pool })
const inbox = postgresInbox(pool)
const rate = { key: 'shop', perSecond: 10 }
const otherwise = () => {}

test.each<[what: string, param: string, use: () => unknown]>([
  ['an outbox', 'pool', () => createOutbox({} as never)],
  ['an outbox', 'schema', () => createOutbox({ pool, schema: 'a"b' })],
  ['an outbox', 'schema', () => createOutbox({ pool, schema: 'x'.repeat(60) })],
  ['a relay', 'client', () => outbox.relay(undefined as never)],
  ['a relay', 'concurrency', () => outbox.relay(client, { concurrency: 0 })],
  ['a relay', 'lease', () => outbox.relay(client, { lease: 10 })],
  ['a relay', 'retention', () => outbox.relay(client, { retention: -1 })],
  ['a relay', 'pollInterval', () => outbox.relay(client, { pollInterval: 0 })],
  ['a relay', 'drain', () => outbox.relay(client, { drain: Number.NaN })],
  ['a filter', 'state', () => outbox.rows({ state: 'lost' as never })],
  ['a filter', 'type', () => outbox.rows({ type: 5 as never })],
  ['a filter', 'olderThan', () => outbox.rows({ olderThan: -1 })],
  ['a filter', 'before', () => outbox.rows({ before: 'yesterday' as never })],
  ['a filter', 'after', () => outbox.rows({ after: 'x' })],
  ['a filter', 'limit', () => outbox.rows({ limit: 0 })],
  ['an inbox', 'pool', () => postgresInbox({} as never)],
  ['an inbox', 'pool', () => postgresInbox(undefined as never)],
  ['an inbox', 'schema', () => postgresInbox(pool, { schema: '' })],
  ['an inbox', 'isolation', () => postgresInbox(pool, { isolation: 'none' as never })],
  ['an inbox', 'sweepEvery', () => postgresInbox(pool, { sweepEvery: 0 })],
  ['an inbox', 'maxAttempts', () => postgresInbox(pool, { maxAttempts: 0 })],
  ['an inbox', 'orderBy', () => postgresInbox(pool, { orderBy: 'key' as never })],
  ['an inbox on Redis', 'client', () => redisInbox({} as never)],
  ['an inbox on Redis', 'prefix', () => redisInbox(redis, { prefix: 1 as never })],
  ['a receiver', 'otherwise', () => createReceiver({ secret, store: inbox.queued, otherwise } as never)],
  ['a worker', 'otherwise', () => inbox.work(undefined as never)],
  ['a worker', 'order.paid', () => inbox.work({ otherwise, on: { 'order.paid': 1 as never } })],
  ['a worker', 'concurrency', () => inbox.work({ otherwise }, { concurrency: 9 })],
  ['a worker', 'concurrency', () => inbox.work({ otherwise }, { concurrency: 0 })],
  ['a worker', 'lease', () => inbox.work({ otherwise }, { lease: 10 })],
  ['a worker', 'drain', () => inbox.work({ otherwise }, { drain: Number.NaN })],
  ['a worker', 'handlerTimeout', () => inbox.work({ otherwise }, { handlerTimeout: 0 })],
  ['a worker', 'pool', () => postgresInbox(small).work({ otherwise })],
  ['a shared rate', 'key', () => sharedRate(redis, { ...rate, key: '' })],
  ['a shared rate', 'key', () => sharedRate(redis, { ...rate, key: 'sk_live_1234' })],
  ['a shared rate', 'perSecond', () => sharedRate(redis, { ...rate, perSecond: 0 })],
  ['a shared rate', 'perSecond', () => sharedRate(redis, { ...rate, perSecond: Infinity })],
  ['a shared rate', 'processes', () => sharedRate(redis, { ...rate, processes: 0 })],
  ['a shared rate', 'schema', () => sharedRate(redis, { ...rate, schema: '' })],
  ['a shared rate', 'client', () => sharedRate({} as never, rate)],
  ['a client', 'rate', () => new EventDelivery({ apiKey, baseUrl, rate: {} as never })],
])('%s refuses a wrong %s by its name, asks no database and quotes no key', async (_, param, use) => {
  const error = await rejection((async () => use())())
  expect(error).toMatchObject({ name: 'InvalidRequestError', param })
  expect(String(error)).not.toContain('1234')
})

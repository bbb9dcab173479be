import { afterAll, expect, test } from 'vitest'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { execute, makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { claimIn, createIn, deliveredAttempt, storedWebhook, storeStart } from '../../support/stored'

const hour = 3_600_000
const url = await makeDatabase(afterAll)

async function openRetaining(schema: string) {
  let now = storeStart
  const store = await openStore({ url, schema, retain: 80 * hour }, () => now)
  const ids = async () => {
    const { items } = await store.events('live', { limit: 100, order: 'newest-first' })
    return items.map(({ id }) => id)
  }
  return {
    store,
    ids,
    create: async (key?: string) => (await createIn(store, { now, key })).event.id,
    /** Lets the service's time pass, with a sweep each hour. */
    async pass(hours: number) {
      for (let passed = 0; passed < hours; passed++) {
        now += hour
        await store.sweep()
      }
    },
    now: () => now,
  }
}

test('events go in whole partitions once all of them are older than the retention', async () => {
  const { create, ids, pass } = await openRetaining('retained')
  const created: string[] = []
  for (let index = 0; index < 20; index++) {
    created.unshift(await create())
    await pass(8)
  }
  // The oldest of those that are left is at most an eighth of the retention too old.
  const left = await ids()
  expect(left).toEqual(created.slice(0, left.length))
  expect(left.length).toBeGreaterThanOrEqual(10)
  expect(left.length).toBeLessThanOrEqual(13)
  const partitions = await execute(
    url,
    `select 1 from pg_inherits where inhparent = 'retained.event'::regclass`,
  )
  expect(partitions.length).toBeLessThanOrEqual(11)
})

test('pages go on over the borders of partitions', async () => {
  const { store, create, pass } = await openRetaining('paged')
  const created: string[] = []
  for (let index = 0; index < 9; index++) {
    created.push(await create())
    if (index % 2) await pass(10)
  }
  for (const order of ['newest-first', 'oldest-first'] as const) {
    const seen: string[] = []
    let after: number | string | undefined
    do {
      const { items, next } = await store.events('live', { limit: 2, order, after })
      seen.push(...items.map(({ id }) => id))
      after = next
    } while (after !== undefined)
    expect(seen).toEqual(order === 'oldest-first' ? created : [...created].reverse())
  }
})

test('events that a pending delivery needs stay, and go with its attempts when it has ended', async () => {
  const { store, create, ids, pass, now } = await openRetaining('pending')
  await store.addWebhook(storedWebhook())
  const event = await create()
  await pass(100)
  expect(await ids()).toEqual([event])
  const [delivery] = await claimIn(store, now())
  expect(delivery?.eventId).toBe(event)
  await store.settle([{ ...delivery!, attempt: deliveredAttempt(delivery!) }])
  const remembered = () => execute(url, 'select delivery from pending.attempt')
  expect(await remembered()).toHaveLength(1)
  await pass(1)
  expect(await ids()).toEqual([])
  expect(await remembered()).toEqual([])
})

test('an expired idempotency key is removed, and makes a new event before that, too', async () => {
  const { create, pass } = await openRetaining('expired')
  const first = await create('once')
  expect(await create('once')).toBe(first)
  await pass(24)
  expect(await execute(url, 'select 1 from expired.idempotency')).toEqual([])
  expect(await create('once')).not.toBe(first)
})

test('a retention that is shorter than the schedule of deliveries is refused', () => {
  expect(() => createPostgresStore({ url, retain: 75 * hour })).toThrow(/retain is .* at least .* 76 hours/)
})

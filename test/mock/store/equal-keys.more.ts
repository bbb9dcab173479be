import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createPostgresStore, type PostgresStore } from '@event-delivery/mock/postgres'
import { execute, makeDatabase } from '../../support/postgres'
import { createIn, openEmpty, storeStart } from '../../support/stored'

const day = 86_400_000
const url = await makeDatabase(afterAll)
const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`)

const countEvents = async () =>
  Number((await execute(url, 'select count(*) from event_delivery.event'))[0]?.count)

/** Has each store create events of each key, five times, all at once, and expects that each key has one event, which one creation made. */
async function race(stores: readonly PostgresStore[], now: number) {
  // Half of the stores meet the keys in the other order, and would wait for each other crosswise.
  const orderOf = (at: number) => (at % 2 === 0 ? keys : [...keys].reverse())
  const create = async (store: PostgresStore, key: string) => ({
    key,
    ...(await createIn(store, { key, now })),
  })
  const made = await Promise.all(
    stores.flatMap((store, at) =>
      Array.from({ length: 5 }, () => orderOf(at).map((key) => create(store, key))).flat(),
    ),
  )
  for (const key of keys) {
    const same = made.filter((one) => one.key === key)
    expect(new Set(same.map(({ event }) => event.id)).size).toBe(1)
    expect(same.filter(({ replayed }) => !replayed)).toHaveLength(1)
  }
}

test('a hundred keys that arrive 20 times at once over four stores make a hundred events, and again a day later while they are swept', async () => {
  let now = storeStart
  const stores = Array.from({ length: 5 }, () => createPostgresStore({ url, connections: 4 }))
  for (const store of stores) {
    await openEmpty(store, () => now)
    onTestFinished(() => store.close())
  }
  const [sweeper, ...writers] = stores as [PostgresStore, ...PostgresStore[]]
  await race(writers, now)
  expect(await countEvents()).toBe(100)
  now += day
  let racing = true
  const sweeping = (async () => {
    while (racing) await sweeper.sweep()
  })()
  await race(writers, now)
  racing = false
  await sweeping
  expect(await countEvents()).toBe(200)
})

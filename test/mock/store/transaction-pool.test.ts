import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { StoreChange } from '@event-delivery/mock'
import type { DriverQuery, PostgresPool } from '@event-delivery/mock/postgres'
import { eventually } from '../../support/eventually'
import { makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { claimIn, createIn, noContent, storedWebhook } from '../../support/stored'

const url = await makeDatabase(afterAll)

/** A pool as PgBouncer is in transaction mode: each transaction runs on another connection, and none keeps a state. */
function transactionPool(): PostgresPool & { texts: string[] } {
  const texts: string[] = []
  async function execute(client: Client, query: DriverQuery) {
    if (query.name) throw new Error(`A named statement needs a session: ${query.name}`)
    texts.push(query.text)
    return client.query(query)
  }
  async function fresh() {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }
  return {
    texts,
    async query(query) {
      const client = await fresh()
      return execute(client, query).finally(() => client.end())
    },
    async connect() {
      const client = await fresh()
      return {
        query: (query) => execute(client, query),
        release: () => void client.end(),
        on: client.on.bind(client),
        off: client.off.bind(client),
      }
    },
    end: () => Promise.resolve(),
  }
}

test('a store works through a pool that keeps no session, and listens on a connection of its own', async () => {
  const pool = transactionPool()
  const options = { schema: 'pooled', prepare: false, listenUrl: url }
  const store = await openStore({ ...options, pool })
  const other = await openStore({ ...options, pool: transactionPool() })
  const heard: StoreChange[] = []
  other.sharing?.watch((change) => heard.push(change))
  const webhook = storedWebhook()
  await store.addWebhook(webhook)
  const { event } = await createIn(store, { key: 'once' })
  expect((await createIn(other, { key: 'once' })).event).toEqual(event)
  const claims = await claimIn(other)
  expect(claims.map(({ eventId }) => eventId)).toEqual([event.id])
  expect((await other.settle(claims)).size).toBe(1)
  expect(await store.sharing?.change('clock', () => '{}')).toBe('{}')
  await eventually(() => expect(heard).toContainEqual({ kind: 'setting', name: 'clock' }))
  const reading = await store.read()
  for await (const read of reading.events) expect(read).toEqual(event)
  await reading.end()
  await store.replace(noContent)
  await store.sweep()
  await eventually(() => expect(heard).toContainEqual({ kind: 'replaced' }))
  // Neither of these outlives a transaction there.
  for (const text of pool.texts) expect(text).not.toMatch(/^\s*(set (?!local)|listen|declare|create temp)/i)
})

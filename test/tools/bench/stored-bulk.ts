// Fills stores on PostgreSQL with more than the service itself would take in a reasonable time.
import { randomBytes } from 'node:crypto'
import { defaultDialect, type Ingestion } from '@event-delivery/mock'
import { createPostgresStore, type PostgresStore } from '@event-delivery/mock/postgres'
import { execute } from '../../support/postgres'
import { openEmpty, storedWebhook } from '../../support/stored'

/** Opens a store, which begins empty. */
export const openStore = (store: PostgresStore) => openEmpty(store, Date.now, JSON.stringify(defaultDialect))

/** An event that nobody subscribes to unless there are webhooks for all types, with an idempotency key of its own. */
export function bulkEvent(): Ingestion {
  const id = `evt_${randomBytes(12).toString('hex')}`
  const now = Date.now()
  const created = new Date(now).toISOString()
  const json = JSON.stringify({ id, type: 'order.paid', created, data: { order: 1042 } })
  const idempotency = { scope: 'live createEvent', key: id, expiresAt: now + 86_400_000 }
  return {
    event: { id, mode: 'live', type: 'order.paid', created, json, idempotencyKey: id },
    now,
    idempotency,
    deliver: true,
  }
}

/** Makes a schema with the key of the load and so many webhooks for all types, and returns its name. */
export async function makeSchema(url: string, webhooks: number): Promise<string> {
  const schema = `bench_${randomBytes(6).toString('hex')}`
  const store = createPostgresStore({ url, schema })
  await openStore(store)
  const created = new Date().toISOString()
  const key = { key: 'sk_live_mock', mode: 'live', scopes: null, expiresAt: null } as const
  await store.addKey({ id: 'key_bench', name: 'Load', created, ...key })
  for (let order = 0; order < webhooks; order++) {
    await store.addWebhook(storedWebhook({ url: `https://receiver.example/${order}` }))
  }
  await store.close()
  return schema
}

/** Adds events by one statement. */
export async function fillEvents(url: string, schema: string, count: number): Promise<void> {
  await execute(
    url,
    `insert into ${schema}.event (live, seq, id, type, created, json)
     select true, nextval('${schema}.event_seq'), 'evt_' || n, '"order.paid"', '2026-01-01T00:00:00.000Z',
       '{"id":"evt_' || n || '","type":"order.paid","created":"2026-01-01T00:00:00.000Z","data":{"order":1042}}'
     from generate_series(1, ${count}) n`,
  )
  await execute(url, `analyze ${schema}.event`)
}

/** Adds deliveries of the events to all webhooks, as many as `count`, by one statement. */
export async function fillDeliveries(url: string, schema: string, count: number): Promise<void> {
  await execute(
    url,
    `insert into ${schema}.delivery (webhook, event_seq, due_at)
     select w.seq, e.seq, 0 from (select seq from ${schema}.event order by seq) e, ${schema}.webhook w limit ${count}`,
  )
  await execute(url, `analyze ${schema}.delivery`)
}

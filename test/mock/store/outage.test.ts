import { afterAll, expect, onTestFinished, test } from 'vitest'
import { Pool } from 'pg'
import { StoreLoginError, StoreUnavailableError, type StoreChange } from '@event-delivery/mock'
import { createPostgresStore, type PostgresStore } from '@event-delivery/mock/postgres'
import { createHarness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { execute, makeDatabase } from '../../support/postgres'
import { openStore, storesIn } from '../../support/postgres-store'
import { createIn, openEmpty, storedWebhook } from '../../support/stored'

const url = await makeDatabase(afterAll)

const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('lost connections come back by themselves, and the store says that changes may have been missed', async () => {
  const { makeStore, another } = storesIn(url)
  const store = makeStore()
  const other = another(store)
  const heard: StoreChange[] = []
  for (const one of [store, other]) {
    await openEmpty(one)
    onTestFinished(() => one.close())
  }
  const webhook = storedWebhook()
  await store.addWebhook(webhook)
  other.sharing?.watch((change) => heard.push(change))
  // The first word arrives, so the other store listens.
  await eventually(async () => {
    await createIn(store)
    expect(heard).toContainEqual({ kind: 'due' })
  })
  await execute(url, cutAll)
  await eventually(() => expect(heard).toContainEqual({ kind: 'resync' }))
  await eventually(() => store.check())
  await store.removeWebhook('live', webhook.id)
  await eventually(() => expect(heard).toContainEqual({ kind: 'webhook-ended', id: webhook.id }))
})

test('a pool of a program that hears of no lost connection loses one without harm', async () => {
  const pool = new Pool({ connectionString: url, max: 2 })
  onTestFinished(() => pool.end())
  const store = await openStore({ pool, listenUrl: url, schema: 'own_pool' })
  const lost = new Promise((resolve) => pool.once('remove', resolve))
  await execute(url, cutAll)
  await lost
  await eventually(() => store.check())
})

test('a refused login says so, and why, and shows no password', async () => {
  const wrong = (change: (url: URL) => void) => {
    const changed = new URL(url)
    change(changed)
    return createPostgresStore({ url: changed.href })
  }
  const refusals: [store: PostgresStore, message: RegExp][] = [
    [wrong((at) => (at.password = 'not-the-password')), /password authentication failed for user "postgres"/],
    [wrong((at) => (at.password = '')), /it wants a password, and none was given.* PGPASSWORD/],
    [wrong((at) => (at.pathname = '/nowhere')), /database "nowhere" does not exist. Create the database/],
  ]
  for (const [store, message] of refusals) {
    const error: unknown = await store.check().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreLoginError)
    // Requests are answered as while the store is away.
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect((error as Error).message).toMatch(/^PostgreSQL refuses the login: /)
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message).not.toContain('not-the-password')
  }
  // The server would keep a connection that nobody closes for a minute.
  const unfinished = "select from pg_stat_activity where backend_type = 'client backend' and datname is null"
  await eventually(async () => expect(await execute(url, unfinished)).toEqual([]))
})

test('a mistake in a statement is not taken for an outage', async () => {
  const store = await openStore({ url, schema: 'broken' })
  await execute(url, 'alter table broken.api_key rename column key to other')
  const failed = (async () => store.findKey('sk_live_x'))()
  await expect(failed).rejects.toThrow('does not exist')
  await expect(failed).rejects.not.toBeInstanceOf(StoreUnavailableError)
})

test('a database without room answers that nothing was changed, names none of its files, and goes on when there is room', async () => {
  const { call, createEvent } = createHarness({ store: createPostgresStore({ url, schema: 'full' }) })
  expect((await createEvent()).status).toBe(201)
  await execute(
    url,
    `create function "full".refuse() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file "base/5/16557"' using errcode = 'disk_full'; end $$;
     create trigger refuse before insert on "full".event for each row execute function "full".refuse()`,
  )
  const { status, headers, json } = await call<{ error: { code: string; message: string } }>(
    'POST',
    '/v1/events',
    { body: { type: 'order.paid', data: {} } },
  )
  expect([status, headers.get('retry-after'), json.error.code]).toEqual([503, '1', 'store_unavailable'])
  expect(json.error.message).toBe(
    'The database has no room for this. Nothing was changed: send the request again.',
  )
  await execute(url, 'drop trigger refuse on "full".event')
  expect((await createEvent()).status).toBe(201)
})

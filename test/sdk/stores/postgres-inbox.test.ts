import { postgresInbox, type PostgresInbox } from '@event-delivery/sdk/stores'
import { testDedupeStore } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import type { PoolClient } from 'pg'
import { execute, postgresUrl } from '../../support/postgres'
import { makeInboxes, makePool, makeSchema } from './clients'
import { held } from './transactional'

const hour = 3_600_000

test('an inbox on PostgreSQL keeps the contract of a dedupe store', async () => {
  const { schema, makeInbox } = await makeInboxes()
  const pool = await makePool()
  // Leases and retentions end by the clock of the server, which nobody moves: to end sooner by as much is the same. That of a queue,
  // in queue.more.ts, waits for them.
  const advance = (ms: number) =>
    pool.query(
      `update "${schema}".delivery set held_until = held_until - $1::float8 * interval '1 millisecond'`,
      [ms],
    )
  await testDedupeStore(makeInbox, { shared: true, advance })
})

test('an inbox is made by its printed statements too, which may be repeated', async () => {
  const inbox = postgresInbox(await makePool(), { schema: makeSchema() })
  for (let time = 0; time < 2; time++) await execute(await postgresUrl(), inbox.migrationScript())
  const { from, to } = await inbox.migrate()
  expect(from).toBe(to)
  expect(await inbox.claim('orders', 'msg_1', hour)).not.toBe('busy')
})

test('a sweep deletes what need not be remembered any more, and nothing else', async () => {
  const { schema, makeInbox } = await makeInboxes()
  const inbox = await makeInbox()
  const handle = async (id: string, retention: number) =>
    inbox.commit(await inbox.claim('orders', id, hour), retention)
  for (let number = 0; number < 20; number++) await handle(`old_${number}`, 1)
  await handle('recent', hour)
  await inbox.claim('orders', 'in-progress', hour)
  await inbox.claim('orders', 'late', 1)
  let swept = 0
  await expect.poll(async () => (swept += await inbox.sweep())).toBe(20)
  expect(await inbox.sweep()).toBe(0)
  const rows = await execute(await postgresUrl(), `select id from "${schema}".delivery order by id`)
  expect(rows).toEqual([{ id: 'in-progress' }, { id: 'late' }, { id: 'recent' }])
})

test('an inbox sweeps by itself from time to time', async () => {
  const { schema, makeInbox } = await makeInboxes()
  const inbox = await makeInbox({ sweepEvery: 1 })
  await inbox.commit(await inbox.claim('orders', 'old', hour), 1)
  const idsThere = async () => {
    await inbox.claim('orders', crypto.randomUUID(), hour)
    const rows = await execute<{ id: string }>(await postgresUrl(), `select id from "${schema}".delivery`)
    return rows.map(({ id }) => id)
  }
  await expect.poll(idsThere).not.toContain('old')
})

test('ids of any length and with any characters are told apart', async () => {
  const { makeInbox } = await makeInboxes()
  const inbox = await makeInbox()
  const ids = ['\0', '\ud800', '\ud801', '\ufffd', 'x'.repeat(20_000), `${'x'.repeat(20_000)}y`, "'", '💾']
  const tokens = await Promise.all(ids.map(async (id) => inbox.claim('orders', id, hour)))
  expect(new Set(tokens).size).toBe(ids.length)
  expect(tokens).not.toContain('busy')
  for (const id of ids) expect(await inbox.claim('orders', id, hour)).toBe('busy')
})

test('an endless lease and an endless retention are possible', async () => {
  const { makeInbox } = await makeInboxes()
  const inbox = await makeInbox()
  const token = await inbox.claim('orders', 'msg_1', Infinity)
  expect(await inbox.renew(token, Infinity)).toBe(true)
  expect(await inbox.commit(token, Infinity)).toBe(true)
  expect(await inbox.claim('orders', 'msg_1', Infinity)).toBe('done')
})

type Inbox = PostgresInbox<PoolClient>

/** Handles a delivery in a transaction, as a receiver does. */
const transact = (inbox: Inbox, id: string, handle: () => Promise<void> = async () => {}) => {
  const limits = { retention: hour, longest: hour, abandoned: new AbortController().signal }
  return inbox.transactional.transact({ scopes: ['orders'], id, ...limits, onLost: () => {} }, handle)
}

/** Claims a delivery for a lease that has ended when this resolves. */
async function claimLate(inbox: Inbox, id: string): Promise<string> {
  const token = await inbox.claim('orders', id, 1)
  const other = `${id} of another`
  await inbox.claim('orders', other, 1)
  // The lease of a claim that was made later has ended too.
  await expect.poll(() => inbox.claim('orders', other, 1)).not.toBe('busy')
  return token
}

test('a delivery that was handled in one form is known in the other', async () => {
  const { makeInbox } = await makeInboxes()
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  await leased.commit(await leased.claim('orders', 'leased', hour), hour)
  let runs = 0
  expect(await transact(transactional, 'leased', async () => void runs++)).toBe('done')
  expect(await transact(transactional, 'transacted', async () => void runs++)).toBe('handled')
  expect(await leased.claim('orders', 'transacted', hour)).toBe('done')
  expect(runs).toBe(1)
})

test('a transaction leaves a delivery to the lease that holds it', async () => {
  const { makeInbox } = await makeInboxes()
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  const token = await leased.claim('orders', 'msg_1', hour)
  let runs = 0
  const handle = async () => void runs++
  expect(await transact(transactional, 'msg_1', handle)).toBe('busy')
  expect(await leased.renew(token, hour)).toBe(true)
  expect(await leased.release(token)).toBe(true)
  expect(await transact(transactional, 'msg_1', handle)).toBe('handled')
  expect(runs).toBe(1)
})

test('a claim for a lease is told of a transaction that handles the delivery, and does not wait for its end', async () => {
  const { schema, makeInbox } = await makeInboxes()
  const transactional = await makeInbox()
  // The server ends a statement that waits for a lock.
  const leased = postgresInbox(await makePool({ options: '-c lock_timeout=1s' }), { schema })
  const [begun, end] = [held(), held()]
  const handling = transact(transactional, 'msg_1', async () => {
    begun.end()
    await end.until
  })
  await begun.until
  const claim = async () => leased.claim('orders', 'msg_1', hour)
  const told = await claim().catch(String)
  end.end()
  expect(told).toBe('busy')
  expect(await handling).toBe('handled')
  expect(await leased.claim('orders', 'msg_1', hour)).toBe('done')
})

test('the same delivery in another inbox of the database is not held up', async () => {
  const [one, other] = [await (await makeInboxes()).makeInbox(), await (await makeInboxes()).makeInbox()]
  const [begun, end] = [held(), held()]
  const handling = transact(one, 'msg_1', () => (begun.end(), end.until))
  await begun.until
  const result = await transact(other, 'msg_1')
  end.end()
  expect([result, await handling]).toEqual(['handled', 'handled'])
})

test('a transaction follows a lease that has ended, and the late owner changes nothing any more', async () => {
  const { makeInbox } = await makeInboxes()
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  const token = await claimLate(leased, 'msg_1')
  expect(await transact(transactional, 'msg_1')).toBe('handled')
  expect(await leased.renew(token, hour)).toBe(false)
  expect(await leased.commit(token, hour)).toBe(false)
  expect(await leased.release(token)).toBe(false)
  expect(await leased.claim('orders', 'msg_1', hour)).toBe('done')
})

test('a transaction that was rolled back leaves a late owner its claim', async () => {
  const { makeInbox } = await makeInboxes()
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  const token = await claimLate(leased, 'msg_1')
  const failing = transact(transactional, 'msg_1', () => Promise.reject(new Error('out of stock')))
  await expect(failing).rejects.toThrow('out of stock')
  expect(await leased.commit(token, hour)).toBe(true)
  expect(await transact(transactional, 'msg_1')).toBe('done')
})

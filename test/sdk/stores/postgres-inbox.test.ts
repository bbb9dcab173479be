import { postgresInbox } from '@event-delivery/sdk/stores'
import { expect, test } from 'vitest'
import { execute, postgresUrl } from '../../support/postgres'
import { makeInboxes, makePool } from './clients'

const hour = 3_600_000

test('many processes may migrate at once, and again', async ({ onTestFinished }) => {
  const pool = await makePool(onTestFinished)
  const schema = `inbox_${crypto.randomUUID().replaceAll('-', '')}`
  onTestFinished(async () => void (await execute(await postgresUrl(), `drop schema "${schema}" cascade`)))
  const inbox = postgresInbox(pool, { schema })
  const results = await Promise.all(Array.from({ length: 8 }, () => inbox.migrate()))
  expect(new Set(results.map(({ to }) => to))).toEqual(new Set([1]))
  expect(await inbox.migrate()).toEqual({ from: 1, to: 1 })
  // The same statements for those who run them by a tool of their own.
  await execute(await postgresUrl(), inbox.migrationScript())
  expect(await inbox.claim('orders', 'msg_1', hour)).not.toBe('busy')
})

test('a sweep deletes what need not be remembered any more, and nothing else', async ({ onTestFinished }) => {
  const { schema, makeInbox } = await makeInboxes(onTestFinished)
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

test('an inbox sweeps by itself from time to time', async ({ onTestFinished }) => {
  const { schema } = await makeInboxes(onTestFinished)
  const pool = await makePool(onTestFinished)
  const inbox = postgresInbox(pool, { schema, sweepEvery: 1 })
  await inbox.commit(await inbox.claim('orders', 'old', hour), 1)
  const idsThere = async () => {
    await inbox.claim('orders', crypto.randomUUID(), hour)
    const rows = await execute<{ id: string }>(await postgresUrl(), `select id from "${schema}".delivery`)
    return rows.map(({ id }) => id)
  }
  await expect.poll(idsThere).not.toContain('old')
})

test('ids of any length and with any characters are told apart', async ({ onTestFinished }) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  const inbox = await makeInbox()
  const ids = ['\0', '\ud800', '\ud801', '\ufffd', 'x'.repeat(20_000), `${'x'.repeat(20_000)}y`, "'", '💾']
  const tokens = await Promise.all(ids.map(async (id) => inbox.claim('orders', id, hour)))
  expect(new Set(tokens).size).toBe(ids.length)
  expect(tokens).not.toContain('busy')
  for (const id of ids) expect(await inbox.claim('orders', id, hour)).toBe('busy')
})

test('an endless lease and an endless retention are possible', async ({ onTestFinished }) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  const inbox = await makeInbox()
  const token = await inbox.claim('orders', 'msg_1', Infinity)
  expect(await inbox.renew(token, Infinity)).toBe(true)
  expect(await inbox.commit(token, Infinity)).toBe(true)
  expect(await inbox.claim('orders', 'msg_1', Infinity)).toBe('done')
})

test('options that cannot be right are refused by their names', async ({ onTestFinished }) => {
  const pool = await makePool(onTestFinished)
  const refusals: [() => unknown, string][] = [
    [() => postgresInbox({} as never), 'pool'],
    [() => postgresInbox(undefined as never), 'pool'],
    [() => postgresInbox(pool, { schema: '' }), 'schema'],
    [() => postgresInbox(pool, { isolation: 'none' as never }), 'isolation'],
    [() => postgresInbox(pool, { sweepEvery: 0 }), 'sweepEvery'],
  ]
  for (const [make, param] of refusals) expect(make).toThrow(expect.objectContaining({ param }))
})

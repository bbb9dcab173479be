import { createOutbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { execute, makeDatabase } from '../../support/postgres'

async function makePool() {
  const url = await makeDatabase(onTestFinished)
  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  return { url, pool }
}

test('the tables are made once, by however many processes at once', async () => {
  const { pool } = await makePool()
  const outboxes = Array.from({ length: 8 }, () => createOutbox({ pool }))
  const results = await Promise.all(outboxes.map((outbox) => outbox.migrate()))
  expect(results.map(({ to }) => to)).toEqual(results.map(() => 1))
  const { rows } = await pool.query('select number from event_delivery_outbox.migration')
  expect(rows).toEqual([{ number: 1 }])
  expect(await outboxes[0]!.migrate()).toEqual({ from: 1, to: 1 })
  expect(await outboxes[0]!.status()).toMatchObject({ version: 1, waiting: 0 })
})

test('the printed statements make the same tables, and may be repeated', async () => {
  const { url, pool } = await makePool()
  const outbox = createOutbox({ pool, schema: 'Grüße-1' })
  let sql = ''
  await outbox.migrate({ print: (text) => (sql = text) })
  await expect(outbox.status()).rejects.toMatchObject({ code: 'not-migrated' })
  await execute(url, sql)
  await execute(url, sql)
  expect(await outbox.migrate()).toEqual({ from: 1, to: 1 })
  await outbox.add(pool, { type: 'a', data: {} })
  expect(await outbox.status()).toMatchObject({ version: 1, waiting: 1 })
})

test('whoever may not make schemas migrates in one that was given to them', async () => {
  const { url, pool } = await makePool()
  const role = `r_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  await pool.query(`create role ${role} login password 'x'`)
  await pool.query(`create schema mine authorization ${role}`)
  const own = new URL(url)
  own.username = role
  own.password = 'x'
  const limited = new Pool({ connectionString: own.href })
  try {
    const outbox = createOutbox({ pool: limited, schema: 'mine' })
    expect(await outbox.migrate()).toEqual({ from: 0, to: 1 })
    await outbox.add(limited, { type: 'a', data: {} })
    await expect(createOutbox({ pool: limited }).migrate()).rejects.toMatchObject({ code: '42501' })
  } finally {
    await limited.end()
    await pool.query(`drop owned by ${role}`)
    await pool.query(`drop role ${role}`)
  }
})

test('a schema of a newer version is left alone', async () => {
  const { pool } = await makePool()
  const outbox = createOutbox({ pool })
  await outbox.migrate()
  await pool.query('insert into event_delivery_outbox.migration (number) values (99)')
  await expect(outbox.migrate()).rejects.toThrow(/version 99.*newer/)
})

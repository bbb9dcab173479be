import { createOutbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { execute } from '../../support/postgres'
import { migrationScript } from '../../../src/postgres/migrate'
import { steps } from '../../../src/outbox/table'
import { eventually } from '../../support/eventually'
import { autocommit, clientOf, type Creation, makeOutbox } from './outbox-setup'

const newest = steps.length

test('the tables are made once, by however many processes at once', async () => {
  const { pool } = await makeOutbox()
  const outboxes = Array.from({ length: 8 }, () => createOutbox({ pool }))
  const results = await Promise.all(outboxes.map((outbox) => outbox.migrate()))
  expect(results.map(({ to }) => to)).toEqual(results.map(() => newest))
  const { rows } = await pool.query('select number from event_delivery_outbox.migration')
  expect(rows).toEqual(Array.from({ length: newest }, (_, n) => ({ number: n + 1 })))
  expect(await outboxes[0]!.migrate()).toEqual({ from: newest, to: newest })
  expect(await outboxes[0]!.status()).toMatchObject({ version: newest, waiting: 0 })
})

test('the printed statements make the same tables, and may be repeated', async () => {
  const { url, pool, outbox } = await makeOutbox({ schema: 'Grüße-1' })
  let sql = ''
  await outbox.migrate({ print: (text) => (sql = text) })
  await expect(outbox.status()).rejects.toMatchObject({ code: 'not-migrated' })
  await execute(url, sql)
  await execute(url, sql)
  expect(await outbox.migrate()).toEqual({ from: newest, to: newest })
  await outbox.add(autocommit(pool), { type: 'a', data: {} })
  expect(await outbox.status()).toMatchObject({ version: newest, waiting: 1 })
})

test('whoever may not make schemas migrates in one that was given to them', async () => {
  const { url, pool } = await makeOutbox()
  const role = `r_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  await pool.query(`create role ${role} login password 'x'`)
  await pool.query(`create schema mine authorization ${role}`)
  const own = new URL(url)
  own.username = role
  own.password = 'x'
  const limited = new Pool({ connectionString: own.href })
  try {
    const outbox = createOutbox({ pool: limited, schema: 'mine' })
    expect(await outbox.migrate()).toEqual({ from: 0, to: newest })
    await outbox.add(autocommit(limited), { type: 'a', data: {} })
    await expect(createOutbox({ pool: limited }).migrate()).rejects.toMatchObject({ code: '42501' })
  } finally {
    await limited.end()
    await pool.query(`drop owned by ${role}`)
    await pool.query(`drop role ${role}`)
  }
})

test('a schema of a newer version is left alone', async () => {
  const { pool, outbox } = await makeOutbox()
  await outbox.migrate()
  await pool.query('insert into event_delivery_outbox.migration (number) values (99)')
  await expect(outbox.migrate()).rejects.toThrow(/version 99.*newer/)
})

test('an outbox of each older version keeps its rows when it is brought up to date, and sends them', async () => {
  for (let version = 1; version < newest; version++) {
    const { url, pool, outbox } = await makeOutbox()
    await execute(url, migrationScript({ schema: 'event_delivery_outbox', steps: steps.slice(0, version) }))
    await pool.query(`insert into event_delivery_outbox.event (type, data, idempotency_key, order_key)
      values ('a', '{}', 'k1', null), ('a', '{}', 'k2', 'key'), ('a', '{}', 'k3', 'key')`)
    expect(await outbox.migrate()).toEqual({ from: version, to: newest })
    const received: Creation[] = []
    const client = clientOf(() => undefined, received)
    const stop = new AbortController()
    const ended = outbox.relay(client, { signal: stop.signal })
    const keys = () => received.map(({ idempotencyKey }) => idempotencyKey).sort()
    await eventually(() => expect(keys()).toEqual(['k1', 'k2', 'k3']))
    stop.abort()
    await ended
  }
})

import { expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { autocommit, makeOutbox } from './outbox/outbox-setup'
import { like } from './client'
import { mockSettings, records, run, start } from './command-line'

test('outbox migrate makes the tables, and the others say what to do without them', async () => {
  const { url, env } = await makeOutbox()
  const early = await run(['outbox', 'status'], env)
  expect(early).toMatchObject({ status: 1, out: '' })
  expect(early.err).toMatch(/^event-delivery: .*holds no outbox.*outbox migrate/)
  const migrated = await run(['outbox', 'migrate', '--database', url])
  expect(migrated).toMatchObject({ status: 0, out: 'The tables have version 2 now.\n' })
  expect((await run(['outbox', 'migrate', '--json'], env)).out).toBe('{"from":2,"to":2}\n')
  const { out } = await run(['outbox', 'status'], env)
  expect(out).toBe('0 waiting, 0 being sent; 0 parked; 0 sent and kept.\n')
})

test('outbox relay sends the rows until it is interrupted, and parked rows take decisions', async () => {
  const { pool, outbox, env } = await makeOutbox()
  await outbox.migrate()
  await outbox.add(autocommit(pool), { type: 'order.paid', data: { order: 1 } })
  const bad = await outbox.add(autocommit(pool), { type: '', data: {} })
  const other = await outbox.add(autocommit(pool), { type: '', data: {} })
  const relay = start(['outbox', 'relay', '--json'], await mockSettings(env))
  await relay.prints(/"sent"/)
  await eventually(async () => expect(await outbox.status()).toMatchObject({ sent: 1, parked: 2 }))

  const parked = records((await run(['outbox', 'parked', '--json'], env)).out)
  expect(parked).toMatchObject([{ id: bad.id, outcome: 'rejected' }, { id: other.id }])
  const { out: listed } = await run(['outbox', 'rows', '--state', 'parked', '--limit', '1'], env)
  expect(listed).toMatch(/^ROW +STATE .*\n2 +parked .*rejected: 400 .*invalid_request.*\n$/)
  const discard = () => run(['outbox', 'discard', bad.id], env)
  expect(await discard()).toMatchObject({ status: 0, out: `Row ${bad.id} is deleted.\n` })
  const err = `event-delivery: There is no row ${bad.id} in the outbox.\n`
  expect(await discard()).toMatchObject({ status: 1, err })
  expect(await run(['outbox', 'retry', other.id, '--new-key'], env)).toMatchObject({ status: 0 })
  await relay.prints(/("kind":"parked".*){3}/s)

  const { status, out } = await relay.interrupt()
  expect(status).toBe(0)
  expect(records(out).at(-1)).toEqual({ kind: 'summary', sent: 1, parked: 3 })
  const none = await run(['outbox', 'rows', '--type', 'none'], env)
  expect(none).toMatchObject({ status: 0, out: '', err: 'There is no such row.\n' })
})

test.each([
  { queue: 'outbox', underWay: 'being sent', done: 'sent', note: 'evt_1', other: 'handled' },
  { queue: 'inbox', underWay: 'being handled', done: 'handled', note: 'msg_1', other: 'sent' },
])(
  'the rows of an $queue are listed, counted and decided on by filters',
  async ({ queue, underWay, done, note, other }) => {
    const { pool, env } = await makeOutbox()
    // To print the statements takes no database, and they may be repeated.
    const { out: made } = await run([queue, 'migrate', '--print'])
    await pool.query(made)
    await pool.query(made)
    await pool.query(`insert into event_delivery_${queue}.event (type, data, idempotency_key, state, attempts, created_at)
    select 'order.' || n, json_build_object('id', 'msg_' || n, 'type', 'order.' || n), 'k' || n, 0, n, now() - n * interval '1 hour' from generate_series(0, 150) n`)
    const ids = async (...flags: string[]) =>
      records((await run([queue, 'rows', '--json', ...flags], env)).out).map(({ id }) => id)
    expect(await ids()).toHaveLength(151)
    expect(await ids('--older-than', '7000', '--limit', '2')).toEqual(['3', '4'])
    expect(await ids('--type', 'order.7', '--failing')).toEqual(['8'])
    const old = ['--older-than', String(100.5 * 3600)]
    const all = async (act: string, ...flags: string[]) =>
      (await run([queue, `${act}-all`, ...flags], env)).out
    expect(await all('park', ...old, '--dry-run')).toBe('50 rows would change.\n')
    expect(await all('park', ...old)).toBe('50 rows changed.\n')
    expect(await all('retry', '--reason', 'by hand', '--before', '2000-01-01')).toBe('0 rows changed.\n')
    const retried = await all('retry', '--type', 'order.150', '--json')
    expect(retried).toBe('{"decision":"retry","rows":1,"skipped":0}\n')
    expect(await all('discard', '--reason', 'by hand')).toBe('49 rows changed.\n')
    expect(await run([queue, 'park', '1'], env)).toMatchObject({ status: 0, out: 'Row 1 is parked.\n' })
    // The delivery of an inbox has the id that it came with, and the row of an outbox the event that it became.
    await pool.query(`update event_delivery_${queue}.event
      set state = 3, settled_at = now(), event_id = 'evt_1' where id = 2`)
    const { out } = await run([queue, 'status'], env)
    expect(out).toMatch(new RegExp(`^100 waiting, 0 ${underWay}.*; 1 parked; 1 ${done} and kept\\.\n$`))
    const ended = await run([queue, 'rows', '--state', done], env)
    expect(ended.out).toMatch(new RegExp(`^ROW  STATE .*\n2 +${done} .* ${note}\n$`))
    expect(await run([queue, 'rows', '--state', other], env)).toMatchObject({ out: '', err: like('state') })
  },
)

test('outbox hold parks what may have been sent before a backup, and wants a time', async () => {
  const { pool, outbox, env } = await makeOutbox()
  await outbox.migrate()
  await outbox.add(autocommit(pool), { type: 'a', data: {} })
  const hold = (...flags: string[]) => run(['outbox', 'hold', ...flags], env)
  expect(await hold()).toMatchObject({ status: 2, out: '' })
  expect((await hold('--before', '2999-01-01', '--dry-run')).out).toBe('1 row would change.\n')
  expect((await hold('--before', '2999-01-01')).out).toBe('1 row changed.\n')
  expect(await outbox.parked()).toMatchObject([{ outcome: 'unknown' }])
})

test('outbox retry says what it risks, and takes a permission', async () => {
  const { pool, outbox, env } = await makeOutbox()
  await outbox.migrate()
  const { id } = await outbox.add(autocommit(pool), { type: 'a', data: {} })
  await pool.query(`update event_delivery_outbox.event
    set state = 2, reason = 'x', settled_at = now(), unknown_since = now() - interval '2 days'`)
  const risky = await run(['outbox', 'retry', id], env)
  expect(risky.status).toBe(1)
  expect(risky.err).toMatch(/may become a second one/)
  expect(await run(['outbox', 'retry', id, '--data', '{}'], env)).toMatchObject({ status: 1 })
  expect(await run(['outbox', 'retry', id, '--may-double'], env)).toMatchObject({ status: 0 })
  expect(await outbox.status()).toMatchObject({ waiting: 1, parked: 0 })
})

test('outbox retry sends a corrected payload, under a new key', async () => {
  const { pool, outbox, env } = await makeOutbox()
  await outbox.migrate()
  const { id, idempotencyKey } = await outbox.add(autocommit(pool), { type: 'a', data: { total: -1 } })
  await outbox.park(id)
  const wrong = await run(['outbox', 'retry', id, '--data', '{"total":'], env)
  expect(wrong).toMatchObject({ status: 2, err: like('--data') })
  const right = await run(['outbox', 'retry', id, '--data', '{"total":1}'], env)
  expect(right).toMatchObject({ status: 0, out: `Row ${id} waits to be tried again.\n` })
  const [row] = await outbox.rows()
  expect(row).toMatchObject({ state: 'waiting', data: { total: 1 } })
  expect(row?.idempotencyKey).not.toBe(idempotencyKey)
})

const away = 'postgres://u:hunter22@127.0.0.1:9/d'

test.each([
  ['no database', '', 'status', 2, /The database is missing.*DATABASE_URL/],
  ['a URL of something else', 'mysql://u:hunter22@h/d', 'status', 2, /must begin with postgres/],
  ['a database that is away', away, 'status', 3, /cannot be reached.*ECONNREFUSED/],
  ['a schema that cannot be', away, 'status --schema a"b', 2, /schema/],
])('with %s the command says so, without a stack or a password', async (_, url, words, status, message) => {
  const ended = await run(['outbox', ...words.split(' ')], { DATABASE_URL: url })
  expect(ended).toMatchObject({ status, out: '' })
  expect(ended.err).toMatch(message)
  expect(ended.err).not.toMatch(/\n +at |hunter22/)
})

test('a password that PostgreSQL refuses is not shown', async () => {
  const { url } = await makeOutbox()
  const wrong = new URL(url)
  wrong.password = 'hunter22'
  wrong.username = 'nobody_here'
  const { status, err } = await run(['outbox', 'status', '--database', wrong.href])
  expect(status).not.toBe(0)
  expect(err).not.toContain('hunter22')
})

import { expect, test } from 'vitest'
import { like, recordingLogger } from '../client'
import { eventually } from '../../support/eventually'
import { answerWith, autocommit, clientOf, type Creation, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

/** An outbox with a row of each kind, by what is special about it. */
async function setUpRows() {
  const all = await setUp()
  const { add, change } = all
  const [fresh, old, failing, parked, doubtful, sending, sent] = [
    await add('a', { n: 1 }),
    await add('b', {}, { orderKey: 'k\0' }),
    await add('a', {}, { orderKey: 'failing' }),
    await add('b', {}, { orderKey: 'parked' }),
    await add('b'),
    await add('b'),
    await add('a'),
  ]
  await change(`created_at = now() - interval '2 hours'`, `id = ${old}`)
  await change(`attempts = 4, reason = '503 down', unknown_since = now()`, `id = ${failing}`)
  await change(`state = 2, attempts = 1, reason = '422 no stock', settled_at = now()`, `id = ${parked}`)
  const long = `created_at = now() - interval '30 hours', unknown_since = now() - interval '25 hours'`
  await change(`state = 2, reason = 'lost', settled_at = now(), ${long}`, `id = ${doubtful}`)
  await change(`state = 1, token = 1, lease_until = now() + interval '1 hour'`, `id = ${sending}`)
  await change(`state = 3, event_id = 'evt_7', settled_at = now()`, `id = ${sent}`)
  return { ...all, ids: { fresh, old, failing, parked, doubtful, sending, sent } }
}

test('rows are listed by each field of a filter, with all that is known of them', async () => {
  const { outbox, ids } = await setUpRows()
  const { fresh, old, failing, parked, doubtful, sending, sent } = ids
  const found = async (filter: Parameters<typeof outbox.rows>[0]) =>
    (await outbox.rows(filter)).map(({ id }) => id)
  expect(await found({})).toEqual(Object.values(ids))
  expect(await found({ state: 'waiting' })).toEqual([fresh, old, failing])
  expect(await found({ state: 'sending' })).toEqual([sending])
  expect(await found({ type: 'a' })).toEqual([fresh, failing, sent])
  expect(await found({ orderKey: 'k\0' })).toEqual([old])
  expect(await found({ olderThan: 3_600_000 })).toEqual([old, doubtful])
  expect(await found({ before: new Date(Date.now() - 10 * 3_600_000) })).toEqual([doubtful])
  expect(await found({ failing: true })).toEqual([failing])
  expect(await found({ reason: 'stock' })).toEqual([parked])
  expect(await found({ state: 'parked', type: 'b', after: parked })).toEqual([doubtful])
  expect(await found({ limit: 2 })).toEqual([fresh, old])
  const rows = await outbox.rows()
  expect(rows[0]).toMatchObject({ type: 'a', data: { n: 1 }, state: 'waiting', attempts: 0 })
  expect(rows[2]).toMatchObject({ orderKey: 'failing', attempts: 4, reason: '503 down', outcome: 'unknown' })
  expect(rows[3]).toMatchObject({ state: 'parked', outcome: 'rejected', parkedAt: expect.any(Date) as Date })
  expect(rows[6]).toMatchObject({ state: 'sent', eventId: 'evt_7', sentAt: expect.any(Date) as Date })
  expect(await outbox.status()).toMatchObject({ waiting: 3, failing: 1, sending: 1, parked: 2, rate: 0.02 })
})

test('acts on all rows of a filter change these alone, and count them first on request', async () => {
  const { outbox, ids } = await setUpRows()
  const { fresh, old, failing, parked, doubtful, sending, sent } = ids
  const before = await outbox.rows()
  expect(await outbox.retryAll({ type: 'b' }, { dryRun: true })).toEqual({ rows: 1, skipped: 1 })
  expect(await outbox.parkAll({}, { dryRun: true })).toEqual({ rows: 3, skipped: 0 })
  expect(await outbox.discardAll({}, { dryRun: true })).toEqual({ rows: 5, skipped: 0 })
  expect(await outbox.rows()).toEqual(before)
  await expect(outbox.discardAll(undefined as never)).rejects.toMatchObject({ param: 'filter' })

  expect(await outbox.retryAll({ type: 'b' })).toEqual({ rows: 1, skipped: 1 })
  expect(await outbox.retryAll({ reason: 'nothing' })).toEqual({ rows: 0, skipped: 0 })
  expect(await outbox.retryAll({ reason: 'lost' }, { mayDouble: true })).toEqual({ rows: 1, skipped: 0 })
  const waiting = (await outbox.rows({ state: 'waiting' })).map(({ id }) => id)
  expect(waiting).toEqual([fresh, old, failing, parked, doubtful])
  expect(await outbox.parkAll({ failing: true }, { reason: 'stop' })).toEqual({ rows: 1, skipped: 0 })
  expect(await outbox.parked()).toMatchObject([{ id: failing, reason: 'stop', outcome: 'unknown' }])
  expect(await outbox.discardAll({ state: 'waiting' })).toEqual({ rows: 4, skipped: 0 })
  expect((await outbox.rows()).map(({ id }) => id)).toEqual([failing, sending, sent])
})

test('an act on more rows than one statement changes reaches all of them', async () => {
  const { pool, outbox, columns } = await setUp()
  await pool.query(`insert into event_delivery_outbox.event (type, data, idempotency_key, state, reason, settled_at)
    select 'a', '{}', 'p' || n, 2, 'x', now() from generate_series(1, 2500) n`)
  expect(await outbox.retryAll({ type: 'a' }, { newKey: true })).toEqual({ rows: 2500, skipped: 0 })
  expect(await outbox.status()).toMatchObject({ waiting: 2500, parked: 0 })
  const keys = await columns<{ key: string }>('idempotency_key as key')
  expect(new Set(keys.map(({ key }) => key)).size).toBe(2500)
})

test('a refused row is sent with other data under another key, and never where its event may exist', async () => {
  const service = ({ data }: Creation) => (data['bad'] ? 422 : 201)
  const { outbox, relay, add, change, received, reaches } = await setUp(service)
  const id = await add('a', { bad: true })
  relay()
  await reaches({ parked: 1 })
  await expect(outbox.retry(id, { data: { size: 1n } })).rejects.toMatchObject({ param: 'data.size' })
  await change('unknown_since = now()')
  const risky = { code: 'may-double', message: like('with the data that it has') }
  await expect(outbox.retry(id, { data: { n: 1 } })).rejects.toMatchObject(risky)
  await change('unknown_since = null')
  await outbox.retry(id, { data: { n: 1 } })
  await reaches({ sent: 1 })
  expect(received.map(({ data }) => data)).toEqual([{ bad: true }, { n: 1 }])
  expect(received[1]?.idempotencyKey).not.toBe(received[0]?.idempotencyKey)
  await expect(outbox.retry('999', { data: {} })).rejects.toMatchObject({ code: 'not-found' })
})

test('a row that the service fails for is told of from its third failure on, and parked after the last attempt', async () => {
  const { lines, logger } = recordingLogger()
  const service = ({ type }: Creation) => (type === 'bad' ? 503 : 201)
  const { outbox, relay, add, change, received, reaches } = await setUp(service, { logger, random: () => 0 })
  const id = await add('bad')
  relay({ maxAttempts: 4, pollInterval: 20 })
  for (let attempt = 1; attempt <= 4; attempt++) {
    await eventually(() => expect(received).toHaveLength(attempt))
    await eventually(async () => expect(await outbox.rows()).toMatchObject([{ attempts: attempt }]))
    if (attempt === 2) expect(lines.join()).not.toContain(`Row ${id}`)
    if (attempt < 4) await change('due_at = now()')
  }
  await reaches({ parked: 1 })
  expect(await outbox.parked()).toMatchObject([{ id, attempts: 4, reason: like('refused with 503') }])
  const told = lines.map(String).filter((line) => line.includes(`Row ${id} of the outbox has failed`))
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/failed 3 times.*refused with 503/)
})

test('the second of two events under one key is parked, since the service answers it with the first', async () => {
  const created = new Map<string, Creation>()
  const { pool, outbox, relay, reaches } = await setUp()
  const remembering = clientOf(() => undefined, [], {
    fetch: async (_, { body = '' }) => {
      const creation = JSON.parse(body) as Creation
      const known = created.get(creation.idempotencyKey)
      created.set(creation.idempotencyKey, known ?? creation)
      return answerWith(200, known ?? creation)
    },
  })
  const key = { idempotencyKey: 'order-1', orderKey: 'k' }
  await outbox.add(autocommit(pool), { type: 'order.paid', data: { n: 1 }, ...key })
  const { id } = await outbox.add(autocommit(pool), { type: 'order.shipped', data: { n: 1 }, ...key })
  relay({}, remembering)
  await reaches({ sent: 1, parked: 1 })
  const reason = like('order.paid')
  expect(await outbox.parked()).toMatchObject([{ id, type: 'order.shipped', outcome: 'rejected', reason }])
  await outbox.retry(id, { newKey: true })
  await reaches({ sent: 2, parked: 0 })
  expect([...created.values()].map(({ type }) => type)).toEqual(['order.paid', 'order.shipped'])
})

test('rows that were added before a restored backup are parked as unknown, and the keys of the others protect from their creation on', async () => {
  const { outbox, relay, add, change, received, reaches } = await setUp()
  const [old, claimed, young, parked] = [
    await add('old'),
    await add('claimed'),
    await add('young'),
    await add('bad'),
  ]
  const early = `created_at = now() - interval '26 hours'`
  await change(early, `id = ${old}`)
  const dead = `state = 1, token = 1, lease_until = now() - interval '25 hours', unknown_since = now() - interval '25 hours'`
  await change(`${early}, ${dead}`, `id = ${claimed}`)
  await change(`created_at = now() - interval '22 hours'`, `id = ${young}`)
  await change(`${early}, state = 2, reason = '422', settled_at = now()`, `id = ${parked}`)
  const before = new Date(Date.now() - 23 * 3_600_000)
  expect(await outbox.hold({ before, dryRun: true })).toEqual({ rows: 2, skipped: 0 })
  expect(await outbox.hold({ before })).toEqual({ rows: 2, skipped: 0 })
  await expect(outbox.hold({ before: 'yesterday' as never })).rejects.toMatchObject({ param: 'before' })
  const reason = like('before the restore')
  expect(await outbox.parked()).toMatchObject([
    { id: old, outcome: 'unknown', reason },
    { id: claimed, outcome: 'unknown', reason },
    { id: parked, outcome: 'rejected', reason: '422' },
  ])
  expect(await outbox.rows({ state: 'waiting' })).toMatchObject([{ id: young, outcome: 'unknown' }])
  relay()
  await reaches({ sent: 1 })
  expect(received.map(({ type }) => type)).toEqual(['young'])
  await expect(outbox.retry(old)).rejects.toMatchObject({ code: 'may-double' })
  await outbox.retry(old, { mayDouble: true })
  await reaches({ sent: 2 })
})

import { EventDelivery, type StandardSchema } from '@event-delivery/sdk'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { createBackend } from '@event-delivery/mock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLetter } from '../../support/any-letter'
import { eventually } from '../../support/eventually'
import { schemaOf } from '../client'
import { autocommit, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

test('what an interface leaves open is left to the service, and parked with its answer', async () => {
  const { pool, outbox, relay, reaches } = await setUp(() => 400)
  await outbox.add(autocommit(pool), { type: '', data: {} })
  await outbox.add(autocommit(pool), { type: 'x'.repeat(1000), data: { note: 'x'.repeat(1_000_000) } })
  relay()
  await reaches({ parked: 2 })
})

test('a payload that is no object goes out where the dialect says that the service takes it', async () => {
  const { pool, outbox, relay, received } = await setUp(() => undefined, {
    dialect: { nonObjectData: 'accept' },
  })
  for (const data of [[1], 'text', null])
    await outbox.add(autocommit(pool), { type: 'a', data: data as object })
  relay()
  await eventually(() => expect(received.map(({ data }) => data)).toEqual([[1], 'text', null]))
})

test('a request of as many bytes as the deployment takes is added, and one of a byte more is refused', async () => {
  const { pool } = await setUp()
  const input = { type: 'a', data: { note: 'ä' }, idempotencyKey: 'order-1042-paid' }
  const { byteLength } = new TextEncoder().encode(JSON.stringify(input))
  const adding = (maxPayloadBytes: number) =>
    createOutbox({ pool, dialect: { maxPayloadBytes } }).add(autocommit(pool), input)
  await adding(byteLength)
  await expect(adding(byteLength - 1)).rejects.toThrow(
    `data makes a request of ${byteLength} bytes, and this deployment takes ${byteLength - 1}`,
  )
})

test('add refuses exactly the forms that a deployment of the dialect refuses', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 8 })
  const payload = fc.oneof(fc.dictionary(text, fc.string({ maxLength: 60 })), fc.jsonValue())
  const dialects = fc.record({
    emptyType: fc.constantFrom('reject' as const, 'accept' as const),
    maxTypeLength: fc.constantFrom(5, null),
    nonObjectData: fc.constantFrom('reject' as const, 'accept' as const),
    maxPayloadBytes: fc.constantFrom(120, 100_000),
  })
  const { pool } = await setUp()
  await fc.assert(
    fc.asyncProperty(dialects, text, payload, async (dialect, type, data) => {
      const input = { type, data: data as object, idempotencyKey: 'order-1042-paid' }
      const adding = createOutbox({ pool, dialect }).add(autocommit(pool), input)
      const isRefusedHere = await adding.then(() => false).catch(() => true)
      const backend = createBackend({ dialect })
      const client = new EventDelivery({
        apiKey: 'sk_test_mock',
        baseUrl: 'https://events.example',
        fetch: (url, init) => backend.fetch(new Request(url, init)),
        dialect,
        maxRetries: 0,
      })
      const isRefused = await client.events
        .create(input, { idempotencyKey: input.idempotencyKey })
        .then(() => false)
        .catch(() => true)
      await backend.close()
      expect(isRefusedHere).toBe(isRefused)
    }),
    { numRuns: 60 },
  )
})

/** A validator that wants `order` to be a number, and says so at once or later. */
const paidSchema = (isLater: boolean): StandardSchema<{ order: number }> =>
  schemaOf((value) => {
    const { order } = value as { order: unknown }
    const result =
      typeof order === 'number'
        ? { value: { order } }
        : { issues: [{ message: 'must be a number', path: ['order'] }] }
    return isLater ? Promise.resolve(result) : result
  })

test.each([true, false])(
  'a payload that the catalog refuses is refused by the place of its fault (by a promise: %s)',
  async (isLater) => {
    const { pool, outbox } = await setUp()
    const own = createOutbox({ pool, catalog: { 'order.paid': paidSchema(isLater) } })
    await own.add(autocommit(pool), { type: 'order.paid', data: { order: 1042 } })
    // @ts-expect-error: the payload of another type
    const wrong = own.add(autocommit(pool), { type: 'order.paid', data: { order: '1042' } })
    const message = 'data.order must be a number'
    await expect(wrong).rejects.toMatchObject({ name: 'InvalidRequestError', param: 'data.order', message })
    expect(await outbox.status()).toMatchObject({ waiting: 1 })
  },
)

test('rows that are added at once keep their order, whether or not the catalog has their types', async () => {
  const written: unknown[] = []
  const query = async (_: string, [rows]: unknown[] = []) => ({
    rows: (JSON.parse(String(rows)) as object[]).map((row) => ({ id: String(written.push(row)) })),
  })
  const pool = { query, connect: async () => ({ query, release() {} }) }
  const outbox = createOutbox<{ [type: string]: object }>({ pool, catalog: { checked: paidSchema(false) } })
  const types = ['checked', 'free', 'checked', 'free']
  await Promise.all(types.map((type) => outbox.add(autocommit(pool), { type, data: { order: 1 } })))
  expect(written).toMatchObject(types.map((type) => ({ type })))
})

test('an event is created once its transaction commits, and never when it rolls back', async () => {
  const { pool, outbox, relay, received } = await setUp()
  relay()
  const open = await pool.connect()
  await open.query('begin')
  await outbox.add(open, { type: 'order.open', data: {} })
  const undone = await pool.connect()
  await undone.query('begin')
  await outbox.add(undone, { type: 'order.undone', data: {} })
  await undone.query('rollback')
  undone.release()
  await outbox.add(autocommit(pool), { type: 'order.first', data: {} })
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['order.first']))
  await open.query('commit')
  open.release()
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['order.first', 'order.open']))
  expect(await outbox.status()).toMatchObject({ waiting: 0, parked: 0 })
})

test('a row has its key from its birth, and the event is created under it', async () => {
  const { pool, outbox, relay, received } = await setUp()
  const made = await outbox.add(autocommit(pool), { type: 'a', data: { n: 1 } })
  const given = await outbox.add(autocommit(pool), { type: 'a', data: { n: 2 }, idempotencyKey: 'order-2' })
  expect(made.idempotencyKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(given).toEqual({ id: String(Number(made.id) + 1), idempotencyKey: 'order-2' })
  relay()
  await eventually(() => expect(received).toHaveLength(2))
  expect(received.map(({ data, idempotencyKey }) => [data['n'], idempotencyKey])).toEqual([
    [1, made.idempotencyKey],
    [2, 'order-2'],
  ])
})

test('any type, payload and order key arrives as it was given', async () => {
  const { pool, outbox, relay, received } = await setUp()
  const text = fc.string({ unit: anyLetter })
  const any = fc.record({
    type: text,
    data: fc.dictionary(text, fc.jsonValue({ stringUnit: anyLetter })),
    orderKey: fc.string({ unit: anyLetter, minLength: 1, maxLength: 20 }),
  })
  const nasty = {
    type: 'a\0b\ud800',
    data: { 'k\0': 'v\udc00\0', n: 1e21, '"\\': '\u2028' },
    orderKey: '\ud83d\0',
  }
  const inputs = [nasty, ...fc.sample(any, 30)]
  for (const input of inputs) await outbox.add(autocommit(pool), input)
  const { told } = relay()
  await eventually(() => expect(told.sent).toHaveLength(inputs.length))
  const bodies = (list: { type: string; data: object }[]) =>
    list.map(({ type, data }) => JSON.stringify({ type, data })).sort()
  expect(bodies(received)).toEqual(bodies(inputs))
  const keys = (list: { orderKey?: string }[]) => list.map(({ orderKey }) => orderKey).sort()
  expect(keys(told.sent)).toEqual(keys(inputs))
})

test('a program that only adds rows needs no right but to insert them and to read their ids', async () => {
  const { pool, outbox } = await setUp()
  const tx = await pool.connect()
  const role = `adder_${Date.now()}`
  try {
    await tx.query(`begin; create role ${role}; grant usage on schema event_delivery_outbox to ${role};
      grant insert, select (id) on event_delivery_outbox.event to ${role}; set local role ${role}`)
    expect(await outbox.add(tx, { type: 'a', data: {}, orderKey: 'k' })).toMatchObject({ id: '1' })
  } finally {
    await tx.query('rollback')
    tx.release()
  }
})

test('many events are added in their order, or none of them', async () => {
  const { pool, outbox, relay, received, reaches } = await setUp()
  const statements: string[] = []
  const tx = {
    query(text: string, values?: unknown[]) {
      statements.push(text)
      return pool.query(text, values)
    },
  }
  const events = Array.from({ length: 500 }, (_, n) => ({ type: 'a', data: { n }, orderKey: 'k' }))
  const wrong = { type: 'a', data: { size: 1n }, orderKey: 'k' }
  await expect(outbox.addMany(tx, [...events, wrong])).rejects.toMatchObject({ param: 'data.size' })
  expect(statements).toEqual([])
  const added = await outbox.addMany(tx, events)
  expect(statements).toHaveLength(1)
  expect(await outbox.addMany(tx, [])).toEqual([])
  expect(added.map(({ id }) => id)).toEqual(events.map((_, n) => String(n + 1)))
  expect(new Set(added.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(500)
  await pool.query('delete from event_delivery_outbox.event where id > 20')
  relay()
  await reaches({ sent: 20 })
  expect(received.map(({ data }) => data['n'])).toEqual(events.slice(0, 20).map((_, n) => n))
  const sent = received.map(({ idempotencyKey }) => idempotencyKey)
  expect(sent).toEqual(added.slice(0, 20).map(({ idempotencyKey }) => idempotencyKey))
})

test('rows that follow within 50 ms of one that woke the relays do not wake them again', async () => {
  const { pool } = await setUp()
  const clock = createFakeClock()
  const outbox = createOutbox({ pool, clock })
  const woken: boolean[] = []
  const tx = {
    query(text: string, values: unknown[]) {
      const [row] = JSON.parse(String(values[0])) as { notifies: boolean }[]
      woken.push(row?.notifies === true)
      return pool.query(text, values)
    },
  }
  for (const pause of [0, 49, 1, 49, 1]) {
    await clock.advance(pause)
    await outbox.add(tx, { type: 'a', data: {} })
  }
  expect(woken).toEqual([true, false, true, false, true])
})

test('a row is sent no earlier than it may be', async () => {
  const { outbox, relay, add, change, received, reaches } = await setUp()
  const tomorrow = new Date(Date.now() + 86_400_000)
  await add('late', {}, { notBefore: tomorrow })
  await add('past', {}, { notBefore: new Date(0) })
  relay({ pollInterval: 20 })
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['past']))
  await reaches({ sent: 1 })
  const [row] = await outbox.rows({ type: 'late' })
  expect(row).toMatchObject({ state: 'waiting', attempts: 0 })
  expect(row?.dueAt).toEqual(tomorrow)
  expect((await outbox.status()).oldest).toBeUndefined()
  await change('due_at = now()', "type = 'late'")
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['past', 'late']))
})

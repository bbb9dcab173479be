import { createOutbox } from '@event-delivery/sdk/outbox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { setUp } from './outbox-setup'

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
  await outbox.add(pool, { type: 'order.first', data: {} })
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['order.first']))
  await open.query('commit')
  open.release()
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['order.first', 'order.open']))
  expect(await outbox.status()).toMatchObject({ waiting: 0, parked: 0 })
})

test('a row has its key from its birth, and the event is created under it', async () => {
  const { pool, outbox, relay, received } = await setUp()
  const made = await outbox.add(pool, { type: 'a', data: { n: 1 } })
  const given = await outbox.add(pool, { type: 'a', data: { n: 2 }, idempotencyKey: 'order-2' })
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
  const text = fc.string({ unit: 'binary' })
  const any = fc.record({
    type: text,
    data: fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' })),
    orderKey: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  })
  const nasty = {
    type: 'a\0b\ud800',
    data: { 'k\0': 'v\udc00\0', n: 1e21, '"\\': '\u2028' },
    orderKey: '\ud83d\0',
  }
  const inputs = [nasty, ...fc.sample(any, 60)]
  for (const input of inputs) await outbox.add(pool, input)
  const sent: unknown[] = []
  relay({ onSent: ({ orderKey }) => sent.push(orderKey) })
  await eventually(() => expect(sent).toHaveLength(inputs.length))
  const bodies = (list: { type: string; data: object }[]) =>
    list.map(({ type, data }) => JSON.stringify({ type, data })).sort()
  expect(bodies(received)).toEqual(bodies(inputs))
  expect(sent.sort()).toEqual(inputs.map(({ orderKey }) => orderKey).sort())
})

test.each([
  ['tx', undefined, {}],
  ['type', 'pool', { type: 5 }],
  ['data', 'pool', { data: undefined }],
  ['data.size', 'pool', { data: { size: 1n } }],
  ['idempotencyKey', 'pool', { idempotencyKey: 'ä' }],
  ['orderKey', 'pool', { orderKey: '' }],
  ['orderKey', 'pool', { orderKey: 'k'.repeat(256) }],
])('a wrong %s is refused by its name before anything is written', async (param, tx, wrong) => {
  const { pool, outbox } = await setUp()
  const input = { type: 'a', data: {}, ...wrong } as { type: string; data: object }
  const adding = outbox.add((tx ? pool : tx) as typeof pool, input)
  await expect(adding).rejects.toMatchObject({ name: 'InvalidRequestError', param })
  expect(await outbox.status()).toMatchObject({ waiting: 0 })
})

test('an outbox without its tables says how to make them', async () => {
  const { pool } = await setUp()
  const other = createOutbox({ pool, schema: 'elsewhere' })
  const missing = {
    name: 'OutboxError',
    code: 'not-migrated',
    message: expect.stringContaining('outbox.migrate()') as string,
  }
  await expect(other.add(pool, { type: 'a', data: {} })).rejects.toMatchObject(missing)
  await expect(other.status()).rejects.toMatchObject(missing)
  await expect(other.relay({ events: { create: () => {} } } as never)).rejects.toMatchObject(missing)
})

test.each([
  ['pool', {}],
  ['schema', { schema: 'a"b' }],
  ['schema', { schema: 'x'.repeat(60) }],
])('a wrong option %s of an outbox is refused by its name', async (param, wrong) => {
  const pool = { query: async () => ({ rows: [] }), connect: async () => ({ release() {} }) }
  const options = param === 'pool' ? wrong : { pool, ...wrong }
  expect(() => createOutbox(options as never)).toThrow(expect.objectContaining({ param }) as Error)
})

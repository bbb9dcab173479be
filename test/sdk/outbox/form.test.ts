import { type Dialect, EventDelivery, type StandardSchema } from '@event-delivery/sdk'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { createBackend } from '@event-delivery/mock'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { setUp } from './outbox-setup'

const strict = { emptyType: 'reject', maxTypeLength: 5, maxPayloadBytes: 150 } as const

test.each<[string, unknown, Dialect]>([
  ['data', null, {}],
  ['data', [1], {}],
  ['data', 'text', {}],
  ['data', new Date(0), {}],
  ['data', { note: 'ä'.repeat(60) }, strict],
])('a wrong %s is refused while its transaction can still be rolled back', async (param, data, dialect) => {
  const { pool, outbox } = await setUp(() => undefined, { dialect })
  await pool.query('create table shop_order (id integer)')
  const buy = async () => {
    const tx = await pool.connect()
    onTestFinished(() => tx.release())
    try {
      await tx.query('begin')
      await tx.query('insert into shop_order values (1)')
      await outbox.add(tx, { type: 'paid', data: data as object })
      await tx.query('commit')
    } catch (error) {
      await tx.query('rollback')
      throw error
    }
  }
  await expect(buy()).rejects.toMatchObject({ name: 'InvalidRequestError', param })
  expect((await pool.query('select from shop_order')).rowCount).toBe(0)
  expect(await outbox.status()).toMatchObject({ waiting: 0 })
})

test.each([
  ['', 'is empty'],
  ['longer', '6 characters'],
])('the type %j is refused where the dialect says that the service refuses it', async (type, fault) => {
  const { pool, outbox } = await setUp(() => undefined, { dialect: strict })
  const refusal = { param: 'type', message: expect.stringContaining(fault) as string }
  await expect(outbox.add(pool, { type, data: {} })).rejects.toMatchObject(refusal)
  // Five characters, each of which is two units of UTF-16.
  await outbox.add(pool, { type: '💾'.repeat(5), data: {} })
  expect(await outbox.status()).toMatchObject({ waiting: 1 })
})

test('what an interface leaves open is left to the service, and parked with its answer', async () => {
  const { pool, outbox, relay } = await setUp(() => 400)
  await outbox.add(pool, { type: '', data: {} })
  await outbox.add(pool, { type: 'x'.repeat(1000), data: { note: 'x'.repeat(1_000_000) } })
  relay()
  await eventually(async () => expect(await outbox.status()).toMatchObject({ parked: 2 }))
})

test('a payload that is no object goes out where the dialect says that the service takes it', async () => {
  const { pool, outbox, relay, received } = await setUp(() => undefined, {
    dialect: { nonObjectData: 'accept' },
  })
  for (const data of [[1], 'text', null]) await outbox.add(pool, { type: 'a', data: data as object })
  relay()
  await eventually(() => expect(received.map(({ data }) => data)).toEqual([[1], 'text', null]))
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
      const adding = createOutbox({ pool, dialect }).add(pool, input)
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
    { numRuns: 150 },
  )
})

/** A validator that wants `order` to be a number, and says so at once or later. */
const paidSchema = (isLater: boolean): StandardSchema<{ order: number }> => ({
  '~standard': {
    version: 1,
    vendor: 'test',
    validate(value) {
      const { order } = value as { order: unknown }
      const result =
        typeof order === 'number'
          ? { value: { order } }
          : { issues: [{ message: 'must be a number', path: ['order'] }] }
      return isLater ? Promise.resolve(result) : result
    },
  },
})

test.each([true, false])(
  'a payload that the catalog refuses is refused by the place of its fault (by a promise: %s)',
  async (isLater) => {
    const { pool, outbox } = await setUp()
    const own = createOutbox({ pool, catalog: { 'order.paid': paidSchema(isLater) } })
    await own.add(pool, { type: 'order.paid', data: { order: 1042 } })
    // @ts-expect-error: the payload of another type
    const wrong = own.add(pool, { type: 'order.paid', data: { order: '1042' } })
    await expect(wrong).rejects.toMatchObject({
      name: 'InvalidRequestError',
      param: 'data.order',
      message: 'data.order must be a number',
    })
    expect(await outbox.status()).toMatchObject({ waiting: 1 })
  },
)

test('rows that are added at once keep their order, whether or not the catalog has their types', async () => {
  const written: unknown[] = []
  const query = async (_: string, values: unknown[] = []) => ({
    rows: [{ id: String(written.push(values[0])) }],
  })
  const pool = { query, connect: async () => ({ query, release() {} }) }
  const outbox = createOutbox<{ [type: string]: object }>({ pool, catalog: { checked: paidSchema(false) } })
  const types = ['checked', 'free', 'checked', 'free']
  await Promise.all(types.map((type) => outbox.add(pool, { type, data: { order: 1 } })))
  expect(written).toEqual(types)
})

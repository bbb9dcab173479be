import type { Dialect } from '@event-delivery/sdk'
import { resolveDialect } from '@event-delivery/mock'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { expect, onTestFinished, test } from 'vitest'
import { situationSamples } from '../../../generated/situation-samples'
import type { Situation } from '../../../generated/situations'
import { checkEvent } from '../../../src/outbox/event-check'
import { dialectMeeting, situatedRequests } from '../../support/situated-requests'
import { like } from '../client'
import { autocommit, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

const strict = { emptyType: 'reject', maxTypeLength: 5, maxPayloadBytes: 150 } as const

test.each<[string, unknown, Dialect]>([
  ['data', null, {}],
  ['data', 'text', {}],
  ['data', new Date(0), {}],
  ['data', { note: 'ä'.repeat(60) }, strict],
])('a wrong %s is refused while its transaction can still be rolled back', async (param, data, dialect) => {
  const { pool, outbox } = await setUp(() => undefined, { dialect })
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

const situationsOfEvents = (Object.keys(situationSamples) as Situation[]).filter((situation) => {
  const { operations, param = '' } = situationSamples[situation]
  return operations.includes('createEvent') && ['type', 'data'].includes(param)
})

test.each(situationsOfEvents)('an outbox refuses what a deployment refuses as %s', (situation) => {
  const dialect = dialectMeeting(situation)
  const asked = situatedRequests(resolveDialect(dialect)).find((one) => one.situation === situation)
  const { param } = situationSamples[situation]
  const refusal = expect.objectContaining({ name: 'InvalidRequestError', param }) as Error
  expect(() => checkEvent(asked?.body as object, 'a-key', dialect)).toThrow(refusal)
})

test.each([
  ['', 'is empty'],
  ['longer', '6 characters'],
])('the type %j is refused where the dialect says that the service refuses it', async (type, fault) => {
  const { pool, outbox } = await setUp(() => undefined, { dialect: strict })
  const refusal = { param: 'type', message: like(fault) }
  await expect(outbox.add(autocommit(pool), { type, data: {} })).rejects.toMatchObject(refusal)
  // Five characters, each of which is two units of UTF-16.
  await outbox.add(autocommit(pool), { type: '💾'.repeat(5), data: {} })
  expect(await outbox.status()).toMatchObject({ waiting: 1 })
})

test.each([
  ['tx', undefined, {}],
  ['data.size', 'pool', { data: { size: 1n } }],
  ['idempotencyKey', 'pool', { idempotencyKey: 'ä' }],
  ['orderKey', 'pool', { orderKey: '' }],
  ['orderKey', 'pool', { orderKey: 'k'.repeat(256) }],
  ['notBefore', 'pool', { notBefore: new Date(NaN) }],
])('a wrong %s is refused by its name before anything is written', async (param, tx, wrong) => {
  const { pool, outbox } = await setUp()
  const input = { type: 'a', data: {}, ...wrong }
  const adding = outbox.add((tx ? autocommit(pool) : tx) as typeof pool, input)
  await expect(adding).rejects.toMatchObject({ name: 'InvalidRequestError', param })
  expect(await outbox.status()).toMatchObject({ waiting: 0 })
})

test('the pool of the outbox is refused in place of a transaction, and an adapter that loses the rows is told what it returns', async () => {
  const { pool, outbox } = await setUp()
  const event = { type: 'a', data: {} }
  const refusal = (words: string) => ({ name: 'InvalidRequestError', param: 'tx', message: like(words) })
  await expect(outbox.add(pool, event)).rejects.toMatchObject(refusal('pool.connect()'))
  for (const answer of [undefined, [{ id: '1' }], { rowCount: 1 }, { rows: [] }]) {
    const tx = { query: async () => answer as never }
    await expect(outbox.add(tx, event)).rejects.toMatchObject(refusal('{ rows }'))
  }
  expect(await outbox.status()).toMatchObject({ waiting: 0 })
})

test('a payload for which no answer could be read is refused, unless the dialect says that the deployment takes it', async () => {
  const { pool, outbox } = await setUp()
  const input = { type: 'a', data: { text: 'x'.repeat(16_777_216) } }
  const message = like('and an outbox takes 16777216, or what dialect.maxPayloadBytes says')
  await expect(outbox.add(autocommit(pool), input)).rejects.toMatchObject({ param: 'data', message })
  const larger = createOutbox({ pool, dialect: { maxPayloadBytes: 20_000_000 } })
  expect(await larger.add(autocommit(pool), input)).toMatchObject({ id: '1' })
})

test('an outbox without its tables says how to make them', async () => {
  const { pool } = await setUp()
  const other = createOutbox({ pool, schema: 'elsewhere' })
  const missing = { name: 'OutboxError', code: 'not-migrated', message: like('outbox.migrate()') }
  await expect(other.add(autocommit(pool), { type: 'a', data: {} })).rejects.toMatchObject(missing)
  await expect(other.status()).rejects.toMatchObject(missing)
  await expect(other.relay({ events: { create: () => {} } } as never)).rejects.toMatchObject(missing)
})

import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

const large = (bytes: number) =>
  `insert into event_delivery_outbox.event (type, data, idempotency_key) values ('large', '{"s":"' || repeat('x', ${bytes}) || '"}', gen_random_uuid())`

test('a row that is too large to be sent is parked with its size, and those before and behind it are sent', async () => {
  const { pool, outbox, relay, add, received, reaches } = await setUp()
  await add('before')
  await pool.query(large(67_108_864))
  await add('behind')
  const { told } = relay()
  await reaches({ sent: 2, parked: 1 })
  expect(received.map(({ type }) => type).sort()).toEqual(['before', 'behind'])
  const reason = 'The payload has 67108872 bytes, and no more than 67108864 can be sent.'
  expect(told.parked).toMatchObject([{ reason }])
  expect(await outbox.rows({ state: 'sent' })).toHaveLength(2)
})

test('a relay holds no more large rows than a bounded memory takes', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const created = { id: 'evt_1', created: '2026-11-22T12:00:00Z' }
  const { pool, outbox, relay, received, reaches } = await setUp(async ({ type, data }) => {
    await gate
    return Response.json({ ...created, type, data }, { status: 201 })
  })
  for (let n = 0; n < 4; n++) await pool.query(large(12_000_000))
  relay({ pollInterval: 20 })
  await eventually(() => expect(received).toHaveLength(3))
  expect(await outbox.status()).toMatchObject({ sending: 3, waiting: 1 })
  release()
  await reaches({ sent: 4 })
})

import { createFakeClock } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { type Creation, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

/** Inserts many rows at once. */
const insert = (type: string, count: number) =>
  `insert into event_delivery_outbox.event (type, data, idempotency_key)
    select '${type}', '{}', '${type}' || n from generate_series(1, ${count}) n`

test.each([404, 400, 422])(
  'while a service refuses whatever it gets with %i, it is probed with one row after the other, and none stays parked',
  async (status) => {
    const clock = createFakeClock()
    let answer = status
    const { pool, outbox, relay, received, reaches, passing } = await setUp(() => answer, {
      clock,
      random: () => 0,
    })
    await pool.query(insert('a', 40))
    const { told } = relay({ concurrency: 4, listen: false })
    await eventually(() => expect(told.paused).toMatchObject([{ reason: 'refused', error: { status } }]))
    await reaches({ waiting: 40, parked: 0, sending: 0 })
    const asked = received.length
    expect(asked).toBeLessThanOrEqual(4 + 2)
    const end = clock.monotonic() + 12_000
    await passing(clock, 250, () => expect(clock.monotonic()).toBeGreaterThan(end))
    // After pauses of half a second, 1 s, 2 s and 4 s, with another row each time.
    expect(received.length - asked).toBeGreaterThanOrEqual(3)
    expect(received.length - asked).toBeLessThanOrEqual(5)
    expect(new Set(received.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(received.length)
    answer = 201
    await passing(clock, 250, async () =>
      expect(await outbox.status()).toMatchObject({ sent: 40, parked: 0 }),
    )
    expect(told).toMatchObject({ paused: { length: 1 }, resumed: ['refused'] })
  },
)

test('rows that were parked before it showed that all are refused wait again, unless somebody has decided on them', async () => {
  const clock = createFakeClock()
  let answer = 422
  const { outbox, relay, add, passing } = await setUp(() => answer, { clock, random: () => 0 })
  const { told } = relay({ pollInterval: 20, listen: false })
  const advance = (check: () => unknown) => passing(clock, 20, check)
  const ids = [await add('a')]
  await advance(() => expect(told.parked).toHaveLength(1))
  ids.push(await add('b'))
  await advance(() => expect(told.parked).toHaveLength(2))
  await outbox.discard(ids[0]!)
  await add('c')
  await advance(async () => expect(await outbox.status()).toMatchObject({ parked: 0, waiting: 2 }))
  answer = 201
  await advance(async () => expect(await outbox.status()).toMatchObject({ sent: 2, parked: 0, waiting: 0 }))
})

test('a thousand rows that are really bad delay a good one by a minute at most, and are parked', async () => {
  const clock = createFakeClock()
  const service = ({ type }: Creation) => (type === 'good' ? 201 : 422)
  const { pool, outbox, relay, received, passing } = await setUp(service, { clock })
  await pool.query(insert('bad', 1000))
  await pool.query(insert('good', 1))
  const begin = clock.monotonic()
  const { told } = relay({ listen: false })
  // The clock goes fast through the pauses alone.
  await passing(clock, 25, () => expect(told.resumed).toHaveLength(1))
  await passing(clock, 1, () => expect(received.some(({ type }) => type === 'good')).toBe(true))
  expect(clock.monotonic() - begin).toBeGreaterThan(50_000)
  expect(clock.monotonic() - begin).toBeLessThan(60_000)
  await passing(clock, 1, async () => expect(await outbox.status()).toMatchObject({ parked: 1000, sent: 1 }))
})

test('a row that alone gets 404 holds up no others, and is neither parked nor lost', async () => {
  const clock = createFakeClock()
  const service = ({ type }: Creation) => (type === 'odd' ? 404 : 201)
  const { outbox, relay, add, passing } = await setUp(service, { clock, random: () => 0 })
  await add('odd')
  for (let n = 0; n < 20; n++) await add('a', { n })
  relay({ concurrency: 2, listen: false })
  await passing(clock, 100, async () =>
    expect(await outbox.status()).toMatchObject({ sent: 20, waiting: 1, parked: 0 }),
  )
  expect(await outbox.parked()).toEqual([])
})

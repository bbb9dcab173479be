import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { autocommit, type Creation, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

const numbers = (received: Creation[], key: string) =>
  received.filter(({ type }) => type === key).map(({ data }) => data['n'])

test('the rows of a key are sent in order, one after the other, whatever fails and however many relays there are', async () => {
  const underWay = new Map<string, number>()
  const created: Creation[] = []
  let faults: boolean[] = []
  const service = async (creation: Creation) => {
    const { type } = creation
    underWay.set(type, (underWay.get(type) ?? 0) + 1)
    if (type !== 'free') expect(underWay.get(type)).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    underWay.set(type, underWay.get(type)! - 1)
    if (faults.pop()) return 503
    created.push(creation)
    return 201
  }
  const { relay, add, reaches } = await setUp(service, { random: () => 0 })
  for (let one = 0; one < 3; one++) relay({ concurrency: 5, pollInterval: 100 })
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'free'), { minLength: 10, maxLength: 60 })
  for (const [list] of fc.sample(fc.tuple(keys), 4)) {
    created.length = 0
    faults = fc.sample(fc.boolean(), 12).map((isFault, n) => isFault && n % 2 === 0)
    for (const [n, key] of list.entries()) await add(key, { n }, key === 'free' ? {} : { orderKey: key })
    await eventually(() => expect(created).toHaveLength(list.length))
    for (const key of ['a', 'b', 'c'])
      expect(numbers(created, key)).toEqual(list.flatMap((one, n) => (one === key ? [n] : [])))
  }
  await reaches({ waiting: 0, sending: 0 })
})

test('a parked row holds the rows behind it in its key, and no others, until it is discarded', async () => {
  const { outbox, relay, add, received, reaches } = await setUp(({ data }) => (data['bad'] ? 422 : 201))
  const bad = await add('a', { n: 0, bad: true }, { orderKey: 'k' })
  for (let n = 1; n < 4; n++) await add('a', { n }, { orderKey: 'k' })
  await add('other', { n: 0 }, { orderKey: 'other' })
  await add('free', { n: 0 })
  relay({ pollInterval: 20 })
  await reaches({ parked: 1, held: 3, waiting: 3, sent: 2 })
  expect((await outbox.status()).oldest).toBeUndefined()
  await outbox.discard(bad)
  await reaches({ held: 0, waiting: 0, sent: 5 })
  expect(numbers(received, 'a')).toEqual([0, 1, 2, 3])
})

test('keys that wait do not keep those behind them from being claimed', async () => {
  const { pool, outbox, relay, add, received } = await setUp()
  // More keys than one claim looks at, the first of all parked.
  await pool.query(`insert into event_delivery_outbox.event (type, data, idempotency_key, order_key, state, reason, settled_at)
    select 'parked', '{}', 'p' || n, 'a' || lpad(n::text, 6, '0'), 2, 'x', now() from generate_series(1, 900) n`)
  await add('late', {}, { orderKey: 'z' })
  relay()
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['late']))
  await add('early', {}, { orderKey: 'A' })
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['late', 'early']))
  expect(await outbox.status()).toMatchObject({ parked: 900, waiting: 0 })
})

test('a row that commits late does not go out beside a row of its key that is under way', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const { pool, outbox, relay, received } = await setUp(({ data }) => (data['n'] === 1 ? gate : undefined))
  const slow = await pool.connect()
  await slow.query('begin')
  await outbox.add(slow, { type: 'a', data: { n: 0 }, orderKey: 'k' })
  await outbox.add(autocommit(pool), { type: 'a', data: { n: 1 }, orderKey: 'k' })
  relay({ pollInterval: 20 })
  await eventually(() => expect(numbers(received, 'a')).toEqual([1]))
  await slow.query('commit')
  slow.release()
  await outbox.add(autocommit(pool), { type: 'b', data: {} })
  await eventually(() => expect(received.map(({ type }) => type)).toEqual(['a', 'b']))
  release()
  await eventually(() => expect(numbers(received, 'a')).toEqual([1, 0]))
})

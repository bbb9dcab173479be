import { expect, test } from 'vitest'
import { like } from '../client'
import { eventually } from '../../support/eventually'
import { type Creation, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

/** The assignment by which the first attempt of a row was made so many hours ago. */
const triedAgo = (hours: number) => `unknown_since = now() - interval '${hours} hours'`

/** A service that answers nothing to the first attempts, as one that dies in the middle. */
const breaksFirst = (count: number) => (_: Creation, n: number) => {
  if (n <= count) throw Object.assign(new TypeError('fetch failed'), { cause: new Error('read ECONNRESET') })
}

test('a row that is refused is parked with the reason, and never sent again', async () => {
  const statuses = [400, 409, 413, 422]
  const { outbox, relay, add, received, reaches } = await setUp(({ data }) => data['status'])
  const { told } = relay({ pollInterval: 20 })
  const ids: string[] = []
  for (const status of statuses) {
    ids.push(await add('bad', { status }))
    await eventually(() => expect(told.parked).toHaveLength(ids.length))
    await add('good')
    await eventually(() => expect(received).toHaveLength(2 * ids.length))
  }
  const rows = await outbox.parked()
  for (const [n, status] of statuses.entries()) {
    const data = { status }
    expect(rows[n]).toMatchObject({ id: ids[n], type: 'bad', data, outcome: 'rejected', attempts: 1 })
    expect(rows[n]?.reason).toContain(`refused with ${status}`)
    const tale = told.parked.find(({ id }) => id === ids[n])
    expect({ ...tale, parkedAt: rows[n]?.parkedAt }).toEqual(rows[n])
  }
  await reaches({ waiting: 0, sending: 0, parked: statuses.length })
})

test('a row that fails for another reason waits and is sent again under its key', async () => {
  const statuses = [402, 405, 408, 429, 500, 503]
  const times = new Map<unknown, number>()
  const failTwice = ({ data: { status } }: Creation) => {
    times.set(status, (times.get(status) ?? 0) + 1)
    return times.get(status)! < 3 ? status : 201
  }
  const { outbox, relay, add, received } = await setUp(failTwice, { random: () => 0 })
  for (const status of statuses) await add('a', { status })
  const { told } = relay()
  await eventually(() => expect(told.sent).toHaveLength(statuses.length))
  for (const status of statuses) {
    const keys = received
      .filter(({ data }) => data['status'] === status)
      .map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toEqual(Array(3).fill(keys[0]))
  }
  expect(await outbox.parked()).toEqual([])
})

test('a row whose service asks for an endless wait waits, and holds up no other row', async () => {
  const body = { error: { code: 'unavailable', message: 'Later.' } }
  const headers = { 'retry-after': '9'.repeat(400) }
  const busy = () => Response.json(body, { status: 503, headers })
  const { relay, add, reaches, columns } = await setUp(({ data }) => (data['waits'] ? busy() : 201))
  await add('a', { waits: true })
  await add('a')
  relay({ pollInterval: 20 })
  await reaches({ waiting: 1, sending: 0, sent: 1 })
  expect(await columns(`due_at > now() + interval '7 days' as waits`)).toMatchObject([{ waits: true }, {}])
})

test('a row that was first tried more than 23 hours ago with an unknown outcome is parked and not sent', async () => {
  const { outbox, relay, add, change, columns, received } = await setUp(breaksFirst(1), { random: () => 0 })
  const id = await add('a')
  const first = relay()
  await eventually(async () => expect(await columns('attempts')).toEqual([{ attempts: 1 }]))
  await first.end()
  await change(triedAgo(23.01))
  const { told } = relay()
  await eventually(() => expect(told.parked).toMatchObject([{ id, outcome: 'unknown' }]))
  expect(told.parked[0]?.reason).toMatch(/may exist.*more than 23 hours ago.*ECONNRESET/s)
  expect(received).toHaveLength(1)
  expect(await outbox.parked()).toEqual(told.parked)
})

test('a row whose outcome was unknown less than 23 hours ago is sent again', async () => {
  const { relay, add, change, received } = await setUp(breaksFirst(1), { random: () => 0 })
  await add('a')
  const first = relay()
  await eventually(() => expect(received).toHaveLength(1))
  await first.end()
  await change(`${triedAgo(22.9)}, due_at = now()`)
  relay()
  await eventually(() => expect(received).toHaveLength(2))
})

test('a row that was certainly never carried out is sent again however long ago that was', async () => {
  const refusesFirst = (_: Creation, n: number) => (n === 1 ? 429 : 201)
  const { relay, add, change, columns, received } = await setUp(refusesFirst, { random: () => 0 })
  await add('a')
  const first = relay()
  await eventually(() => expect(received).toHaveLength(1))
  await first.end()
  expect(await columns('unknown_since')).toEqual([{ unknown_since: null }])
  await change("created_at = now() - interval '3 days', due_at = now()")
  relay()
  await eventually(() => expect(received).toHaveLength(2))
})

test('a refused row that is retried goes out under the same key, or under a new one on request', async () => {
  const { outbox, relay, add, received } = await setUp((_, n) => (n < 3 ? 409 : 201))
  const id = await add('a')
  const { told } = relay()
  await eventually(() => expect(told.parked).toMatchObject([{ id }]))
  await outbox.retry(id)
  await eventually(() => expect(told.parked).toMatchObject([{ id }, { id }]))
  await outbox.retry(id, { newKey: true })
  await eventually(() => expect(received).toHaveLength(3))
  const [first, second, third] = received.map(({ idempotencyKey }) => idempotencyKey)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a row that may have become an event long ago is retried only where a second event is permitted', async () => {
  const { outbox, relay, add, change, received } = await setUp()
  const id = await add('a', {}, { idempotencyKey: 'mine' })
  await change(triedAgo(30))
  const { told } = relay()
  await eventually(() => expect(told.parked).toMatchObject([{ id }]))
  const risky = { name: 'OutboxError', code: 'may-double', message: like('second') }
  await expect(outbox.retry(id)).rejects.toMatchObject(risky)
  await expect(outbox.retry(id, { newKey: true })).rejects.toMatchObject(risky)
  expect(received).toEqual([])
  await outbox.retry(id, { mayDouble: true })
  await eventually(() => expect(received).toMatchObject([{ idempotencyKey: 'mine' }]))
})

test('a parked row whose key still protects it is retried without a permission, but not under a new key', async () => {
  const { outbox, relay, add, change, received } = await setUp((_, n) => (n === 1 ? 409 : 201))
  const id = await add('a')
  // An attempt before this one has ended without an answer.
  await change(triedAgo(2))
  const { told } = relay()
  await eventually(() => expect(told.parked).toMatchObject([{ outcome: 'unknown' }]))
  await expect(outbox.retry(id, { newKey: true })).rejects.toMatchObject({ code: 'may-double' })
  await outbox.retry(id)
  await eventually(() => expect(received).toHaveLength(2))
})

test('a decision that the state of a row does not take is refused with that state', async () => {
  const { outbox, relay, add, change, received } = await setUp()
  const id = await add('a')
  const notParked = (words: string) => ({ code: 'not-parked', message: like(words) })
  await expect(outbox.retry(id)).rejects.toMatchObject(notParked('waits'))
  await outbox.park(id, 'not before the audit')
  expect(await outbox.parked()).toMatchObject([{ id, reason: 'not before the audit', outcome: 'rejected' }])
  await expect(outbox.park(id)).rejects.toMatchObject(notParked('parked already'))
  await outbox.retry(id)
  const { end } = relay()
  await eventually(() => expect(received).toHaveLength(1))
  await end()
  await change('state = 1')
  await expect(outbox.discard(id)).rejects.toMatchObject(notParked('is being sent'))
  await change('state = 3')
  await expect(outbox.park(id)).rejects.toMatchObject(notParked('was sent'))
  await expect(outbox.discard(id)).rejects.toMatchObject(notParked('was sent'))
  await expect(outbox.retry('999')).rejects.toMatchObject({ code: 'not-found' })
  await expect(outbox.retry('x')).rejects.toMatchObject({ name: 'InvalidRequestError', param: 'id' })
})

test('parked rows are listed a page at a time, and a discarded one is gone', async () => {
  const { outbox, relay, add, reaches } = await setUp(({ type }) => (type === 'good' ? 201 : 400))
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    ids.push(await add('a', { n }))
    await add('good')
  }
  relay({ concurrency: 1 })
  await reaches({ parked: 5, sent: 5 })
  const page = await outbox.parked({ limit: 2, after: ids[1] })
  expect(page.map(({ id }) => id)).toEqual([ids[2], ids[3]])
  await outbox.discard(ids[2]!)
  expect((await outbox.parked()).map(({ id }) => id)).toEqual([ids[0], ids[1], ids[3], ids[4]])
  expect(await outbox.status()).toMatchObject({ parked: 4, sent: 5 })
})

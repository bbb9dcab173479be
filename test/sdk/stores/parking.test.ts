import {
  type HandledDelivery,
  postgresInbox,
  type PostgresInboxOptions,
  type WorkContext,
} from '@event-delivery/sdk/stores'
import { createReceiver, type Event, type ObservedDelivery } from '@event-delivery/sdk/webhooks'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { like } from '../client'
import { deliver, secret } from '../deliveries'
import { makeInboxes, makePool } from './clients'

/** A receiver on an inbox that parks after three attempts. Its handler fails as often as the test says. */
async function setUp(
  form: 'transactional' | 'leased',
  failures: number,
  options: PostgresInboxOptions = { maxAttempts: 3 },
) {
  const inbox = await (await makeInboxes()).makeInbox(options)
  const [errors, outcomes]: [string[], unknown[]] = [[], []]
  let runs = 0
  const receive = createReceiver({
    secret,
    store: form === 'leased' ? inbox : inbox.transactional,
    onError: (error) => void errors.push((error as Error).message),
    observe: async (delivery: ObservedDelivery, handle) => {
      await handle()
      outcomes.push(delivery.outcome)
    },
    otherwise: () => {
      if (++runs <= failures) throw new Error(`broken ${runs}`)
    },
  })
  const status = async (given: Parameters<typeof deliver>[0] = {}) =>
    (await receive(await deliver(given))).status
  return { inbox, receive, status, errors, outcomes, runs: () => runs }
}

test.each(['transactional', 'leased'] as const)(
  'a delivery that keeps failing is answered with success at its last attempt and kept with its reason (%s)',
  async (form) => {
    const { inbox, status, errors, outcomes, runs } = await setUp(form, Infinity)
    expect([await status(), await status(), await status()]).toEqual([500, 500, 204])
    expect(errors).toEqual(['broken 1', 'broken 2', 'broken 3'])
    expect(outcomes).toEqual(['failed', 'failed', 'parked'])
    const [parked, ...others] = await inbox.parked()
    expect(others).toEqual([])
    const kept = { deliveryId: 'msg_test', type: 'order.paid', reason: 'broken 3', attempts: 3 }
    expect(parked).toMatchObject(kept)
    expect(JSON.parse(parked?.body ?? '')).toMatchObject({ id: 'evt_1', data: { order: 1042 } })
    // Sent again all the same, it is a duplicate.
    expect(await status()).toBe(204)
    expect(runs()).toBe(3)
    expect(await status({ id: 'msg_other' })).toBe(500)
  },
)

test('failures are counted for each delivery, and end with a success', async () => {
  const { inbox, status } = await setUp('transactional', 2)
  expect([await status(), await status(), await status()]).toEqual([500, 500, 204])
  expect(await inbox.parked()).toEqual([])
})

test('whatever a handler throws, its delivery is parked with the words that there are', async () => {
  const inbox = await (await makeInboxes()).makeInbox({ maxAttempts: 1 })
  const things = ['a word', undefined, Object.create(null), new RangeError()]
  const otherwise = () => Promise.reject(things[0] as Error)
  const receive = createReceiver({ secret, store: inbox.transactional, onError: () => {}, otherwise })
  for (; things.length > 0; things.shift())
    expect((await receive(await deliver({ id: `msg_${things.length}` }))).status).toBe(204)
  const reasons = (await inbox.parked()).map(({ reason }) => reason)
  expect(reasons).toEqual(['a word', 'undefined', 'of type Object', 'RangeError'])
})

test('without maxAttempts no delivery is parked', async () => {
  const { inbox, status } = await setUp('transactional', Infinity, {})
  for (let n = 0; n < 5; n++) expect(await status()).toBe(500)
  expect(await inbox.parked()).toEqual([])
})

test('credentials among the headers are not kept', async () => {
  const { inbox, receive } = await setUp('transactional', Infinity, { maxAttempts: 1 })
  const delivery = await deliver()
  for (const name of ['authorization', 'cookie']) delivery.headers.set(name, 'hunter22')
  expect((await receive(delivery)).status).toBe(204)
  const [parked] = await inbox.parked()
  expect(parked?.headers['webhook-id']).toBe('msg_test')
  expect(JSON.stringify(parked)).not.toContain('hunter22')
})

test('a parked delivery that is replayed is handled by work, once', async () => {
  const { inbox, status } = await setUp('transactional', Infinity, { maxAttempts: 1 })
  expect(await status()).toBe(204)
  const [parked] = await inbox.parked()
  await inbox.replay(parked?.id ?? '')
  await expect(inbox.replay(parked?.id ?? '')).rejects.toMatchObject({ code: 'not-parked' })
  const stop = new AbortController()
  const seen: unknown[] = []
  const otherwise = (event: Event, { id, attempt }: WorkContext<PoolClient>) => {
    seen.push([event.type, event.data, id, attempt])
    stop.abort()
  }
  await inbox.work({ otherwise }, { signal: stop.signal })
  expect(seen).toEqual([['order.paid', { order: 1042 }, 'msg_test', 1]])
  expect(await inbox.parked()).toEqual([])
  expect(await inbox.status()).toMatchObject({ handled: 1, waiting: 0 })
})

test('kept deliveries are listed, counted and decided on by filters, in the words of an inbox', async () => {
  const inbox = await (await makeInboxes()).makeInbox({ orderBy: ({ type }) => type })
  const receive = createReceiver({ secret, store: inbox.queued })
  for (const type of ['a', 'b', 'b'])
    await receive(await deliver({ id: crypto.randomUUID(), event: { type } }))
  const [first, second] = await inbox.rows({ type: 'b' })
  expect([first, second]).toMatchObject([
    { state: 'waiting', type: 'b', orderKey: 'b', attempts: 0, headers: {} },
    { state: 'waiting' },
  ])
  await inbox.park(first?.id ?? '', 'Its shop is closed.')
  expect(await inbox.parkAll({ type: 'b' }, { dryRun: true })).toEqual({ rows: 1, skipped: 0 })
  expect(await inbox.parkAll({ type: 'b', state: 'waiting' })).toEqual({ rows: 1, skipped: 0 })
  expect(await inbox.parked()).toMatchObject([{ reason: 'Its shop is closed.' }, { id: second?.id }])
  expect(await inbox.replayAll({ reason: 'closed' })).toEqual({ rows: 1, skipped: 0 })
  expect((await inbox.rows({ state: 'waiting' })).map(({ type }) => type)).toEqual(['a', 'b'])
  expect(await inbox.discardAll({ state: 'parked' })).toEqual({ rows: 1, skipped: 0 })
  await expect(inbox.rows({ state: 'sent' as 'handled' })).rejects.toThrow(/state.*handling.*handled/)
  await expect(inbox.discardAll(undefined as never)).rejects.toThrow(/filter is missing/)
  await expect(inbox.discard('999')).rejects.toThrow('There is no row 999 in the inbox')
})

test('a worker names the row of each delivery that it handled, and the order key where it has one', async () => {
  const orderBy = ({ type }: { type: string }) => (type === 'free' ? undefined : type)
  const inbox = await (await makeInboxes()).makeInbox({ orderBy })
  const receive = createReceiver({ secret, store: inbox.queued })
  for (const type of ['free', 'keyed']) await receive(await deliver({ id: type, event: { type } }))
  const rows = await inbox.rows()
  const stop = new AbortController()
  const handled: HandledDelivery[] = []
  const onHandled = (one: HandledDelivery) => {
    if (handled.push(one) === 2) stop.abort()
  }
  await inbox.work({ otherwise: () => {} }, { signal: stop.signal, onHandled })
  handled.sort((one, other) => Number(one.id) - Number(other.id))
  expect(handled).toEqual(rows.map(({ id, type, orderKey }) => ({ id, type, orderKey })))
  expect(handled).toMatchObject([{ type: 'free' }, { type: 'keyed', orderKey: 'keyed' }])
})

test('without the tables, work says how they are made', async () => {
  const inbox = postgresInbox(await makePool(), { schema: 'never_made' })
  const missing = { code: 'not-migrated', message: like('inbox.migrate()') }
  await expect(inbox.work({ otherwise: () => {} })).rejects.toMatchObject(missing)
})

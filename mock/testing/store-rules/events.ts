import type { StoredEvent } from '../../store/records'
import {
  allEvents,
  day,
  expect,
  expectEqual,
  idsOf,
  ingest,
  makeEvent,
  type StoreRules,
  start,
  uniqueName,
} from './rule'

const record = (key: string, more: { scope?: string; expiresAt?: number } = {}) => ({
  scope: 'live:createEvent',
  key,
  expiresAt: start + day,
  ...more,
})

/** The rules about events, their lists and their idempotency keys. */
export const eventRules: StoreRules = {
  async 'an event that was created is found by its id, in its mode alone'({ store }) {
    const event = makeEvent({ idempotencyKey: 'order-1' })
    const { replayed } = await ingest(store, event)
    expect(!replayed, 'A new event was taken for a replayed one.')
    expectEqual(await store.event('live', event.id), event, 'The event that is read')
    expectEqual(await store.event('test', event.id), undefined, 'The event of the other mode')
    expectEqual(await store.event('live', 'evt_none'), undefined, 'An event that does not exist')
  },
  async 'each list has every event of its mode once, in its order, at whatever size of its pages'({ store }) {
    const events: StoredEvent[] = []
    for (let index = 0; index < 25; index++) {
      const event = makeEvent({ mode: index % 5 === 0 ? 'test' : 'live' })
      events.push(event)
      await ingest(store, event)
    }
    for (const mode of ['live', 'test'] as const) {
      const ids = idsOf(events.filter((event) => event.mode === mode))
      const orders = { 'oldest-first': ids, 'newest-first': [...ids].reverse(), 'by-id': [...ids].sort() }
      for (const [order, wanted] of Object.entries(orders)) {
        for (const limit of [1, 7, 100]) {
          const listed = await allEvents(store, mode, order as keyof typeof orders, limit)
          expectEqual(idsOf(listed), wanted, `The list ${order} of ${mode} in pages of ${limit}`)
        }
      }
    }
  },
  async 'a page goes on at its position where an event was created meanwhile'({ store }) {
    const first = makeEvent()
    const later = makeEvent()
    await ingest(store, first)
    await ingest(store)
    const page = await store.events('live', { limit: 1, order: 'newest-first' })
    await ingest(store, later)
    const next = await store.events('live', { limit: 5, order: 'newest-first', after: page.next })
    expectEqual(idsOf(next.items), [first.id], 'The second page')
    const after = 'evt_zzzzzzzzzzzzzzzzzzzz'
    const behind = await store.events('live', { limit: 1, order: 'by-id', after })
    expectEqual(behind, { items: [] }, 'The page behind all ids')
  },
  async 'an idempotency key returns its original until it expires, and then makes a new event'({ store }) {
    const original = makeEvent({ idempotencyKey: 'once' })
    await ingest(store, original, { idempotency: record('once') })
    const again = await ingest(store, makeEvent(), { idempotency: record('once'), now: start + day - 1 })
    expectEqual(again, { event: original, replayed: true, deliveries: 0 }, 'The repetition')
    const ofTests = record('once', { scope: 'test:createEvent' })
    const elsewhere = await ingest(store, makeEvent(), { idempotency: ofTests })
    expect(!elsewhere.replayed, 'A key counted in another scope than its own.')
    const later = { idempotency: record('once', { expiresAt: start + 2 * day }), now: start + day }
    const fresh = await ingest(store, makeEvent(), later)
    expect(!fresh.replayed, 'A key counted at the time at which it expires.')
    const repeated = await ingest(store, makeEvent(), later)
    expectEqual(repeated.event.id, fresh.event.id, 'The original of the renewed key')
    expectEqual((await allEvents(store, 'live', 'by-id', 9)).length, 3, 'The number of events')
  },
  async 'of equal keys that arrive at once exactly one makes an event, and all return it'({ store }) {
    const keys = Array.from({ length: 10 }, uniqueName)
    const results = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const key = keys[index % keys.length] as string
        return { key, ...(await ingest(store, makeEvent(), { idempotency: record(key) })) }
      }),
    )
    for (const key of keys) {
      const ofKey = results.filter((result) => result.key === key)
      expectEqual(new Set(ofKey.map(({ event }) => event.id)).size, 1, 'The number of events of one key')
      expectEqual(ofKey.filter(({ replayed }) => !replayed).length, 1, 'The number of originals of one key')
    }
    expectEqual((await allEvents(store, 'live', 'by-id', 100)).length, keys.length, 'The number of events')
  },
}

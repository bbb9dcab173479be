import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryEntry, JournalEntry, RequestEntry } from '@event-delivery/mock'
import { matcherOf, parseQuery } from '../../../mock/inspector/find/query'
import { JournalIndex } from '../../../mock/inspector/store/journal-index'
import { type EventRow, isSelected, type Row, stateOf } from '../../../mock/inspector/store/row'
import { View } from '../../../mock/inspector/store/view'

const at = '2026-11-21T03:00:00.000Z'

function request(number: number, more: Partial<RequestEntry> = {}): RequestEntry {
  return {
    kind: 'request',
    number,
    at,
    duration: 1,
    method: 'POST',
    path: '/v1/events',
    headers: {},
    status: 400,
    ...more,
  }
}

function creation(number: number, event: string, type = 'order.paid'): RequestEntry {
  const answer = JSON.stringify({ id: event, type, created: at, data: {} })
  return request(number, { operation: 'createEvent', status: 201, event, answer, mode: 'live' })
}

function delivery(number: number, eventId: string, more: Partial<DeliveryEntry> = {}): DeliveryEntry {
  const fixed = {
    deliveryId: `dlv_${eventId}`,
    webhookId: 'wh_1',
    url: 'https://shop.example/hooks',
    attempt: 1,
  }
  const sent = { eventType: 'order.paid', at, duration: 1, headers: {}, body: '{}' }
  return { kind: 'delivery', number, eventId, ...fixed, ...sent, outcome: 'delivered', status: 200, ...more }
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

test('the entries of one event are one row, in whatever order they come', () => {
  const index = new JournalIndex()
  index.add([delivery(1, 'evt_a', { outcome: 'failed' }), creation(2, 'evt_a'), request(3)])
  index.add([delivery(4, 'evt_a', { attempt: 2 }), creation(5, 'evt_a')])
  expect(ids(index.rows)).toEqual(['evt_a', 'request-3'])
  const row = index.get('evt_a') as EventRow
  expect(row.requests.map(({ number }) => number)).toEqual([2, 5])
  expect(row.attempts.map(({ number }) => number)).toEqual([1, 4])
  expect(stateOf(row)).toBe('delivered')
})

test('an event fares as the worst of its deliveries', () => {
  const index = new JournalIndex()
  index.add([creation(1, 'evt_a')])
  const row = index.get('evt_a') as EventRow
  expect(stateOf(row)).toBe('quiet')
  index.add([delivery(2, 'evt_a'), delivery(3, 'evt_a', { deliveryId: 'dlv_b', outcome: 'failed' })])
  expect(stateOf(row)).toBe('retrying')
  index.add([delivery(4, 'evt_a', { deliveryId: 'dlv_c', outcome: 'abandoned' })])
  expect(stateOf(row)).toBe('abandoned')
})

test('of an event that only the store tells of, a delivery that is due says that it is tried again', () => {
  const index = new JournalIndex()
  const tell = (id: string, due?: string) => {
    const deliveries = [{ webhookId: 'wh_1', url: 'https://shop.example/hooks', due }]
    index.addStored([{ event: { type: 'a', created: at, data: {}, id }, mode: 'live', deliveries }] as never)
    return stateOf(index.get(id) as EventRow)
  }
  expect([tell('evt_a', at), tell('evt_b')]).toEqual(['retrying', 'stored'])
})

test('the oldest rows make way, and numbers that begin again empty the index', () => {
  const index = new JournalIndex(10)
  const change = index.add(
    Array.from({ length: 1_010 }, (_, number) => creation(number + 1, `evt_${number}`)),
  )
  expect(index.rows).toHaveLength(10)
  expect(change.goneUpTo).toBe(1_000)
  expect(index.get('evt_999')).toBeUndefined()
  expect(index.add([request(3)]).anew).toBe(true)
  expect(ids(index.rows)).toEqual(['request-3'])
})

test('an event that the store told of before the journal did stands where the journal has its creation', () => {
  const index = new JournalIndex()
  const view = new View()
  view.refill(index.rows, () => true)
  const stored = (id: string) => ({ type: 'a', created: at, data: {}, id })
  const tell = (...ids: string[]) =>
    index.addStored(ids.map((id) => ({ event: stored(id), mode: 'live', deliveries: [] })))
  view.apply(index.add([creation(1, 'evt_a')]), index.rows)
  view.apply(tell('evt_b', 'evt_a', 'evt_old'), index.rows)
  view.apply(index.add([delivery(2, 'evt_b', { outcome: 'failed' }), creation(3, 'evt_b')]), index.rows)
  // A repeated key names an event that was created long before.
  view.apply(index.add([{ ...creation(4, 'evt_old'), replayed: true }]), index.rows)
  view.apply(tell('evt_older'), index.rows)
  const expected = ['evt_older', 'evt_old', 'evt_a', 'evt_b']
  expect([ids(view.rows), ids(index.rows)]).toEqual([expected, expected])
  expect(view.indexOf(index.get('evt_b')!)).toBe(3)
  expect(index.tally.count('retrying')).toBe(1)
})

test('events of the store take no room from the rows of the journal', () => {
  const index = new JournalIndex(10)
  const event = { type: 'a', created: at, data: {} }
  const stored = Array.from({ length: 600 }, (_, number) => ({ ...event, id: `evt_s${number}` }))
  index.addStored(stored.map((event) => ({ event, mode: 'live', deliveries: [] })))
  index.add([creation(1, 'evt_a')])
  expect(index.rows).toHaveLength(601)
})

test('the view holds what a filter of all rows would hold, whatever comes and goes', () => {
  const entry = fc.tuple(fc.constantFrom('create', 'deliver', 'refuse', 'anew'), fc.nat(6), fc.boolean())
  fc.assert(
    fc.property(fc.array(fc.array(entry, { maxLength: 8 }), { maxLength: 8 }), (batches) => {
      const index = new JournalIndex(3)
      const view = new View()
      const passes = (row: Row) => isSelected(row, 'failed')
      view.refill(index.rows, passes)
      let number = 0
      for (const batch of batches) {
        const entries = batch.map(([kind, event, good]): JournalEntry => {
          number = kind === 'anew' ? 1 : number + 1
          if (kind === 'create') return creation(number, `evt_${event}`)
          if (kind === 'deliver')
            return delivery(number, `evt_${event}`, { outcome: good ? 'delivered' : 'failed' })
          return request(number)
        })
        view.apply(index.add(entries), index.rows)
        expect(ids(view.rows)).toEqual(ids(index.rows.filter(passes)))
        for (const [index, row] of view.rows.entries()) {
          expect(view.indexOf(row)).toBe(index)
          expect(view.countUpTo(row.order)).toBe(index + 1)
        }
      }
    }),
  )
})

test('a filter finds rows by type, status, webhook, key, id and text', () => {
  const index = new JournalIndex()
  index.add([
    { ...creation(1, 'evt_a'), key: { id: 'key_1', name: 'Checkout' }, body: '{"note":"Tea (green)"}' },
    delivery(2, 'evt_a', { outcome: 'failed', status: 503, next: at }),
    request(3, { status: 400, refusal: { code: 'invalid_request', message: 'No type.', pointer: '' } }),
    { ...creation(4, 'evt_b', 'invoice.paid'), replayed: true },
  ])
  const found = (query: string) => ids(index.rows.filter(matcherOf(parseQuery(query))))
  expect(found('type:order.*')).toEqual(['evt_a'])
  expect(found('type:*.paid -type:order')).toEqual(['evt_b'])
  expect(found('status:503')).toEqual(['evt_a'])
  expect(found('status:4xx')).toEqual(['request-3'])
  expect(found('status:refused')).toEqual(['request-3'])
  expect(found('status:retrying')).toEqual(['evt_a'])
  expect(found('webhook:wh_1')).toEqual(['evt_a'])
  expect(found('webhook:shop.example')).toEqual(['evt_a'])
  expect(found('key:checkout')).toEqual(['evt_a'])
  expect(found('id:dlv_evt_a')).toEqual(['evt_a'])
  expect(found('"tea (GREEN)"')).toEqual(['evt_a'])
  expect(found('-status:refused -webhook:wh_1')).toEqual(['evt_b'])
  expect(found('type: -')).toEqual(['evt_a', 'request-3', 'evt_b'])
})

test('a pattern of many stars is judged in a moment', () => {
  const index = new JournalIndex()
  index.add([creation(1, 'evt_a', 'a'.repeat(20_000))])
  expect(index.rows.filter(matcherOf(parseQuery(`type:${'*a'.repeat(200)}*b`)))).toEqual([])
})

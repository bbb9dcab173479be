import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JournalEntry } from '@event-delivery/mock'
import { JournalIndex } from '../../../mock/inspector/store/journal-index'
import { nextAttempts } from '../../../mock/inspector/store/tally'
import { deliveriesOf, isSelected, stateOf } from '../../../mock/inspector/store/row'

const start = Date.UTC(2026, 10, 21, 3)
const timeAfter = (seconds: number) => new Date(start + seconds * 1_000).toISOString()

/** An entry without its number: an attempt of one of a few deliveries, or a request. */
const entry = fc.oneof(
  fc.record({
    kind: fc.constant('delivery' as const),
    eventId: fc.nat(8).map((event) => `evt_${event}`),
    deliveryId: fc.nat(2).map((delivery) => `dlv_${delivery}`),
    outcome: fc.constantFrom('delivered' as const, 'failed' as const, 'abandoned' as const),
    resent: fc.option(fc.constant(true as const), { nil: undefined }),
    next: fc.option(fc.nat(10_000).map(timeAfter), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('request' as const),
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom('/v1/events', '/__mock/clock'),
    status: fc.constantFrom(200, 400, 503),
  }),
)

const fixed = {
  at: timeAfter(0),
  duration: 1,
  headers: {},
  body: '{}',
  url: 'https://shop.example',
  attempt: 1,
}

function numbered(entries: readonly object[], from: number): JournalEntry[] {
  return entries.map(
    (each, place) =>
      ({
        ...fixed,
        number: from + place,
        eventType: 'order.paid',
        webhookId: 'wh_1',
        ...each,
      }) as unknown as JournalEntry,
  )
}

test('the counts are those of the rows, whatever comes and goes', () => {
  const batches = fc.array(fc.array(entry, { maxLength: 30, size: 'max' }), { maxLength: 8, size: 'max' })
  fc.assert(
    fc.property(batches, fc.nat(8), (all, clearedAfter) => {
      const index = new JournalIndex(5)
      let number = 1
      for (const [place, batch] of all.entries()) {
        index.add(numbered(batch, number))
        number += batch.length
        if (place === clearedAfter) index.clear()
        const states = index.rows.map((row) =>
          row.kind === 'event' ? stateOf(row) : isSelected(row, 'events') ? 'refused' : 'other',
        )
        for (const fate of ['delivered', 'retrying', 'abandoned', 'quiet', 'refused', 'other'] as const) {
          expect(index.tally.count(fate)).toBe(states.filter((state) => state === fate).length)
        }
        const retrying = index.rows.filter((row) => row.kind === 'event' && stateOf(row) === 'retrying')
        expect(index.tally.retrying).toEqual(new Set(retrying))
      }
    }),
  )
})

test('rows that make way for new ones leave the counts', () => {
  const index = new JournalIndex(5)
  const requests = Array.from({ length: 1_004 }, () => ({
    kind: 'request',
    method: 'POST',
    path: '/v1/events',
    status: 400,
  }))
  index.add(numbered(requests, 1))
  expect(index.tally.count('refused')).toBe(1_004)
  index.add(numbered(requests.slice(0, 1), 2_000))
  expect(index.rows).toHaveLength(5)
  expect(index.tally.count('refused')).toBe(5)
})

test('the next attempts are the soonest of all, and attempts by hand change none', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 6 }),
      (entries, most) => {
        const index = new JournalIndex()
        index.add(numbered(entries, 1))
        const events = index.rows.filter((row) => row.kind === 'event')
        const followed = events.flatMap((row) =>
          deliveriesOf(row).flatMap(({ attempts }) => {
            const last = attempts.filter(({ resent }) => resent === undefined).at(-1)
            return last?.outcome === 'failed' && last.next !== undefined ? [last.next] : []
          }),
        )
        expect(nextAttempts(events, most).map(({ next }) => next)).toEqual(followed.sort().slice(0, most))
      },
    ),
  )
})

test('what somebody sent by hand and failed leaves an event in the state of its schedule', () => {
  const index = new JournalIndex()
  const attempt = { kind: 'delivery', eventId: 'evt_1', deliveryId: 'dlv_1', outcome: 'failed' }
  const byHand = { ...attempt, outcome: 'abandoned', resent: true }
  const elsewhere = { ...byHand, deliveryId: 'single_evt_2', url: 'http://localhost:3000' }
  index.add(numbered([attempt, byHand, elsewhere], 1))
  expect(stateOf(index.get('evt_1') as never)).toBe('retrying')
  index.add(numbered([{ ...byHand, outcome: 'delivered' }], 4))
  expect(stateOf(index.get('evt_1') as never)).toBe('delivered')
})

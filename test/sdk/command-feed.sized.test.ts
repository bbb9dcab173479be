import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '../support/tier'
import { EventDelivery, type Event } from '@event-delivery/sdk'
import { Feed, SeenEvents } from '../../src/command/feed'

const runs = sized({ test: 40, more: 120, soak: 10_000 })

type Order = 'newest-first' | 'oldest-first'
const begin = Date.UTC(2026, 10, 21)

/** A service that lists events by their times, with cursors that hold while events come in. */
function createService(order: Order, pageSize: number) {
  const events: Event[] = []
  let number = 0
  let faults = 0
  const requests: (string | null)[] = []
  const key = ({ created, id }: Event) => `${created} ${id}`
  const fetch = async (input: string) => {
    const { searchParams } = new URL(input)
    const cursor = searchParams.get('cursor')
    requests.push(cursor)
    if (faults > 0 && cursor !== null) {
      faults -= 1
      return Response.json({ error: { code: 'internal_error', message: 'Broken.' } }, { status: 500 })
    }
    const sign = order === 'oldest-first' ? 1 : -1
    const sorted = [...events].sort((a, b) => (key(a) < key(b) ? -sign : sign))
    const from = cursor === null ? 0 : sorted.findIndex((event) => `cur_${key(event)}` === cursor) + 1
    const data = sorted.slice(from, from + pageSize)
    const hasMore = from + data.length < sorted.length
    return Response.json({ data, hasMore, nextCursor: hasMore ? `cur_${key(data.at(-1)!)}` : null })
  }
  return {
    requests,
    client: new EventDelivery({
      apiKey: 'sk_test_key',
      baseUrl: 'https://events.test',
      fetch,
      maxRetries: 0,
    }),
    add(at: number, id = `evt_${String(++number).padStart(6, '0')}`): string {
      events.push({ id, type: 'a', created: new Date(begin + at).toISOString(), data: {} })
      return id
    },
    breakPages: (count: number) => (faults = count),
  }
}

function createWatch(service: ReturnType<typeof createService>, most?: number) {
  const feed = new Feed({
    list: async (cursor) => service.client.events.list({ limit: 100, cursor }),
    isLostCursor: () => true,
    seen: new SeenEvents(most),
  })
  const seen: string[] = []
  return {
    seen,
    async look() {
      for await (const portion of feed.look()) seen.push(...portion.map(({ id }) => id))
    },
  }
}

const steps = fc.array(
  fc.record({
    pass: fc.integer({ min: 0, max: 90_000 }),
    late: fc.array(fc.integer({ min: 0, max: 29_000 }), { maxLength: 6 }),
    faults: fc.constantFrom(0, 0, 0, 1, 2),
  }),
  { maxLength: 25 },
)

test.each<Order>(['newest-first', 'oldest-first'])(
  'every new event of a list that runs %s is given once, also where it comes late or a page fails',
  async (order) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(200_000), { maxLength: 12 }),
        steps,
        async (size, before, course) => {
          const service = createService(order, size)
          const watch = createWatch(service)
          for (const at of before) service.add(at)
          await watch.look()
          const expected: string[] = []
          let now = 200_000
          for (const { pass, late, faults } of course) {
            now += pass
            // The newest comes first, so that the others come late.
            for (const by of [0, ...late]) expected.push(service.add(now - by))
            service.breakPages(faults)
            await watch.look().catch(() => {})
          }
          service.breakPages(0)
          await watch.look()
          expect([...watch.seen].sort()).toEqual([...expected].sort())
        },
      ),
      { numRuns: runs },
    )
  },
)

test.each<Order>(['newest-first', 'oldest-first'])(
  'a look at a long list that runs %s reads a few pages of it',
  async (order) => {
    const service = createService(order, 10)
    for (let at = 0; at < 1000; at++) service.add(at * 1000)
    const watch = createWatch(service)
    await watch.look()
    for (let round = 0; round < 5; round++) {
      service.add(1_000_000 + round * 1000)
      service.requests.length = 0
      await watch.look()
      expect(service.requests.length).toBeLessThanOrEqual(6)
    }
    expect(watch.seen).toEqual(['evt_001001', 'evt_001002', 'evt_001003', 'evt_001004', 'evt_001005'])
  },
)

test.each<Order>(['newest-first', 'oldest-first'])(
  'events of one look at a list that runs %s come in the order of their times',
  async (order) => {
    const service = createService(order, 3)
    const watch = createWatch(service)
    await watch.look()
    const ids = [1, 2, 3, 4, 5, 6, 7].map((at) => service.add(at * 10_000))
    await watch.look()
    expect(watch.seen).toEqual(ids)
  },
)

test('an event that comes exactly as late as it may is found, though its id puts it before others of its time', async () => {
  const service = createService('oldest-first', 1)
  for (const at of [0, 10_000, 10_000, 40_000]) service.add(at)
  const watch = createWatch(service)
  await watch.look()
  const late = service.add(10_000, 'evt_000000')
  await watch.look()
  expect(watch.seen).toEqual([late])
})

test('events that all have one time are each given once', async () => {
  const service = createService('newest-first', 4)
  for (let count = 0; count < 9; count++) service.add(0)
  const watch = createWatch(service)
  await watch.look()
  const ids = [service.add(0), service.add(0)]
  await watch.look()
  await watch.look()
  expect([...watch.seen].sort()).toEqual(ids)
})

test('a cursor that is no longer good leads back to the beginning, and no event is given twice', async () => {
  const service = createService('oldest-first', 10)
  for (let at = 0; at < 300; at++) service.add(at * 1000)
  const watch = createWatch(service)
  await watch.look()
  const first = service.add(301_000)
  await watch.look()
  const second = service.add(302_000)
  service.breakPages(1)
  await watch.look()
  expect(watch.seen).toEqual([first, second])
})

test('the memory stays bounded, and what was forgotten is not given again', async () => {
  const sightings = new SeenEvents(100)
  const given = Array.from({ length: 5000 }, (_, at) => sightings.add(`evt_${at}`, at))
  expect(given.every(Boolean)).toBe(true)
  expect(sightings.size).toBeLessThanOrEqual(100)
  const again = Array.from({ length: 5000 }, (_, at) => sightings.add(`evt_${at}`, at))
  expect(again.some(Boolean)).toBe(false)

  // The oldest ones are forgotten, not those that came first.
  const few = new SeenEvents(3)
  for (const at of [3, 1, 2, 4]) few.add(`evt_${at}`, at)
  expect(few.add('evt_5', 2.5)).toBe(true)
})

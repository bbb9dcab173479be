import { createFakeClock, type FakeClock } from '@event-delivery/sdk/testing'
import {
  createMemoryStore,
  type DedupeStore,
  type DeliveryContext,
  type ReceiverOptions,
} from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { schemaOf } from './client'
import { deliver, receiver } from './deliveries'

/** A receiver whose handlers end when the test says so. The clock moves by the test alone. */
function held({
  clock = createFakeClock(),
  ...options
}: Partial<ReceiverOptions> & { clock?: FakeClock } = {}) {
  const runs: { end: () => void; fail: (error: unknown) => void; context: DeliveryContext }[] = []
  const tested = receiver({
    clock,
    now: Date.now,
    otherwise: (_, context) =>
      new Promise<void>((end, fail) => {
        runs.push({ end, fail, context })
      }),
    ...options,
  })
  /** Delivers, and waits until a handler runs. */
  const begin = async () => {
    const before = runs.length
    const answer = tested.receive(await deliver())
    await expect.poll(() => runs.length).toBe(before + 1)
    return { ...runs[before]!, answer }
  }
  const status = async () => (await tested.receive(await deliver())).status
  return { ...tested, clock, runs, begin, status }
}

const codes = (errors: unknown[]) => errors.map((error) => (error as { code?: string }).code)

test('a claim is renewed at each third of its lease for as long as its handler runs', async () => {
  const clock = createFakeClock()
  const memory = createMemoryStore({ clock })
  const renewals: number[] = []
  const begin = clock.now()
  const store = {
    ...memory,
    renew: (token: string, lease: number) => (renewals.push(clock.now() - begin), memory.renew(token, lease)),
  }
  const one = held({ clock, store, lease: 30_000, handlerTimeout: 200_000 })
  const other = held({ clock, store })
  const run = await one.begin()
  await clock.advance(95_000)
  expect(renewals).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((third) => third * 10_000))
  expect(await other.status()).toBe(503)
  run.end()
  expect((await run.answer).status).toBe(204)
  await clock.advance(100_000)
  expect(renewals).toHaveLength(9)
  expect(await other.status()).toBe(204)
  expect(other.runs).toHaveLength(0)
})

test('a late owner neither releases nor commits what another one owns, and says so', async () => {
  const clock = createFakeClock()
  const store = createMemoryStore({ clock })
  // The process of the first stands still: it does not renew.
  const still = held({ store })
  const next = held({ clock, store })
  const late = await still.begin()
  await clock.advance(30_000)
  const second = await next.begin()
  late.fail(new Error('the database is down'))
  expect((await late.answer).status).toBe(500)
  expect(await next.status()).toBe(503)
  second.end()
  expect((await second.answer).status).toBe(204)
  expect(codes(still.errors)).toEqual(['claim-lost', undefined])
  expect(next.errors).toEqual([])
})

test('a handler whose claim has passed to another owner is told by its signal, and its success is reported as perhaps doubled', async () => {
  const lost = () => false
  const store: DedupeStore = { claim: () => 'token', renew: lost, commit: lost, release: lost }
  const { clock, begin, errors } = held({ store })
  const run = await begin()
  expect(run.context.signal.aborted).toBe(false)
  await clock.advance(10_000)
  const told = { name: 'ReceiverError', code: 'claim-lost', deliveryId: 'msg_test', eventType: 'order.paid' }
  expect(run.context.signal.reason).toMatchObject(told)
  run.end()
  expect((await run.answer).status).toBe(204)
  expect(codes(errors)).toEqual(['claim-lost'])
})

test('a delivery is answered when the loss of its claim has been reported: a process may stand still from its answer on', async () => {
  const clock = createFakeClock()
  const reported: unknown[] = []
  const { begin } = held({
    clock,
    store: { ...createMemoryStore({ clock }), commit: () => false },
    async onError(error) {
      await new Promise(setImmediate)
      reported.push(error)
    },
  })
  const run = await begin()
  run.end()
  expect((await run.answer).status).toBe(204)
  expect(codes(reported)).toEqual(['claim-lost'])
})

test('a claim that the store could not renew for a whole lease counts as lost, and an outage that is shorter does not matter', async () => {
  const clock = createFakeClock()
  const memory = createMemoryStore({ clock })
  let isDown = true
  const store: DedupeStore = {
    ...memory,
    renew: (token, lease) => {
      if (isDown) throw new Error('down')
      return memory.renew(token, lease)
    },
  }
  const { begin, errors } = held({ clock, store, handlerTimeout: 1e6 })
  const run = await begin()
  await clock.advance(20_000)
  isDown = false
  await clock.advance(10_000)
  isDown = true
  await clock.advance(29_999)
  expect(run.context.signal.aborted).toBe(false)
  await clock.advance(1)
  expect(run.context.signal.reason).toMatchObject({ code: 'claim-lost' })
  expect(codes(errors)).toEqual([undefined, undefined, undefined, undefined, undefined, 'claim-lost'])
  run.end()
  // The store has kept the claim all the same, so it was committed.
  expect((await run.answer).status).toBe(204)
})

test('a renewal that hangs for a whole lease counts as lost', async () => {
  const clock = createFakeClock()
  const store = { ...createMemoryStore({ clock }), renew: () => new Promise<boolean>(() => {}) }
  const run = await held({ clock, store, handlerTimeout: 1e6 }).begin()
  await clock.advance(30_000)
  expect(run.context.signal.reason).toMatchObject({ code: 'claim-lost' })
  run.end()
})

test('a handler that takes too long is answered 503 and told by its signal; what it does late counts as handled', async () => {
  const { clock, begin, status, runs, errors } = held()
  const run = await begin()
  await clock.advance(24_999)
  expect(run.context.signal.aborted).toBe(false)
  await clock.advance(1)
  const answer = await run.answer
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '25'])
  expect(run.context.signal.reason).toMatchObject({ code: 'handler-timeout', deliveryId: 'msg_test' })
  await clock.advance(60_000)
  expect(await status()).toBe(503)
  run.end()
  await expect.poll(status).toBe(204)
  expect(runs).toHaveLength(1)
  expect(codes(errors)).toEqual(['handler-timeout'])
})

test('a handler that gives up at its time gets the delivery again, and is reported once', async () => {
  const { clock, begin, runs, errors } = held({ handlerTimeout: 5000 })
  const first = await begin()
  first.context.signal.addEventListener('abort', () => first.fail(first.context.signal.reason))
  await clock.advance(5000)
  expect((await first.answer).status).toBe(503)
  const second = await begin()
  second.end()
  expect((await second.answer).status).toBe(204)
  expect(runs).toHaveLength(2)
  expect(codes(errors)).toEqual(['handler-timeout'])
})

test('a handler that hangs keeps its claim for ten times its limit and one lease, and not for ever', async () => {
  const { clock, begin, status, errors } = held({ handlerTimeout: 20_000 })
  await begin()
  await clock.advance(199_999)
  expect(await status()).toBe(503)
  await clock.advance(30_001)
  const second = await begin()
  second.end()
  expect((await second.answer).status).toBe(204)
  expect(codes(errors)).toEqual(['handler-timeout', 'handler-abandoned'])
})

test('a claim that comes after the time is over is given up, and nothing is handled', async () => {
  const clock = createFakeClock()
  const memory = createMemoryStore({ clock })
  let arrive = () => {}
  const claimed = new Promise<void>((resolve) => (arrive = resolve))
  let asked = 0
  const store: DedupeStore = {
    ...memory,
    claim: async (...given) => {
      asked++
      await claimed
      return memory.claim(...given)
    },
  }
  const { receive, begin, runs } = held({ clock, store })
  const answer = receive(await deliver())
  await expect.poll(() => asked).toBe(1)
  await clock.advance(25_000)
  expect((await answer).status).toBe(503)
  arrive()
  const second = await begin()
  second.end()
  expect((await second.answer).status).toBe(204)
  expect(runs).toHaveLength(1)
})

test('a validator of the catalog that hangs is within the time of the delivery', async () => {
  let asked = 0
  const hangs = schemaOf(() => (asked++, new Promise<never>(() => {})))
  const { clock, receive } = held({ catalog: { 'order.paid': hangs } })
  const answer = receive(await deliver())
  await expect.poll(() => asked).toBe(1)
  await clock.advance(25_000)
  expect((await answer).status).toBe(503)
})

test('a clock that is set back or forth changes no lease and no limit', async () => {
  const clock = createFakeClock()
  const store = createMemoryStore({ clock })
  const one = held({ clock, store, handlerTimeout: 1e6 })
  const other = held({ clock, store })
  const run = await one.begin()
  for (const hours of [1, -2]) {
    clock.setWall(clock.now() + hours * 3_600_000)
    await clock.advance(40_000)
    expect(await other.status()).toBe(503)
    expect(run.context.signal.aborted).toBe(false)
  }
  run.end()
  expect((await run.answer).status).toBe(204)
})

import { type CallInfo, RateLimitError, type RequestError } from '@event-delivery/sdk'
import { createFakeClock, rateLimit, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, input, inputs, numberOf, rejection } from './client'
import { mostInASecond } from './pace-service'

/** Answers by the step, and writes down when each request came. */
const timed = (clock: { monotonic(): number }, step: Step) => {
  const times: number[] = []
  const fetch = scriptedFetch((request, signal) => {
    times.push(clock.monotonic())
    return step(request, signal)
  })
  return { times, fetch }
}

test('200 calls that are refused together do not come back together', async () => {
  const clock = createFakeClock({ auto: true })
  const began = clock.monotonic()
  // Each call has a client of its own, as in 200 processes: no pace can spread them.
  const times: number[] = []
  const calls = Array.from({ length: 200 }, () => {
    const { fetch, times: own } = timed(clock, (...args) =>
      (own.length === 1 ? rateLimit(5) : created)(...args),
    )
    const { client } = clientOf(fetch, { clock, random: Math.random })
    return client.events.create(input).then(() => times.push(own[1]! - began))
  })
  await Promise.all(calls)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(5000)
  expect(Math.max(...times)).toBeLessThanOrEqual(6000)
  const tenths = new Set(times.map((ms) => Math.floor(ms / 100)))
  expect(tenths.size).toBe(10)
})

test('200 calls of one client that are refused come back one by one', async () => {
  const clock = createFakeClock({ auto: true })
  const { fetch, times } = timed(clock, (...args) => (times.length <= 200 ? rateLimit(5) : created)(...args))
  const { client } = clientOf(fetch, { clock, rate: 1000 })
  const began = clock.monotonic()
  await Promise.all(inputs(200).map((one) => client.events.create(one, { maxRetries: 10 })))
  const after = times.filter((at) => at > began + 4000)
  expect(Math.min(...after)).toBeGreaterThanOrEqual(began + 5000)
  expect(new Set(after).size).toBe(after.length)
})

test('a service that asks for 30 s again and again is asked every 30 s', async () => {
  const clock = createFakeClock()
  const { fetch, times } = timed(clock, rateLimit(30))
  const { client } = clientOf(fetch, { clock })
  const run = rejection(client.events.createAll(inputs(100), { concurrency: 4 }).summary())
  await clock.advance(20 * 60_000)
  times.forEach((at, i) => expect((times[i + 1] ?? at) - at).toBeLessThanOrEqual(31_000))
  expect(times.length).toBeGreaterThanOrEqual(38)
  await clock.advance(24 * 3_600_000)
  expect(await run).toMatchObject({ name: 'BulkError', cause: { name: 'RateLimitError' } })
})

test('to wait for the pace is no part of the deadline', async () => {
  const clock = createFakeClock({ auto: true })
  const { client } = clientOf(scriptedFetch(created), { clock, deadline: 10_000 })
  const bulk = await client.events.createAll(inputs(40), { rate: 1 }).summary()
  expect(bulk).toMatchObject({ created: 40, failed: 0 })
  const paced = clientOf(scriptedFetch(created), { clock, deadline: 10_000, rate: 1 })
  await Promise.all(inputs(40).map((one) => paced.client.events.create(one)))
})

test('the deadline goes on where the wait for the pace ended', async () => {
  const clock = createFakeClock()
  const { client } = clientOf(
    scriptedFetch(created, () => new Promise(() => {})),
    { clock, rate: 0.1 },
  )
  await client.events.create(input)
  const began = clock.monotonic()
  const late = rejection(client.events.create(input, { deadline: 3000 }))
  await clock.advance(20_000)
  const error = (await late) as RequestError
  expect(error).toMatchObject({ name: 'TimeoutError', attempts: [{ durationMs: 3000 }] })
  expect(error.attempts[0]!.startedAt - Date.UTC(2026, 0, 1)).toBeGreaterThan(5000)
  expect(clock.monotonic()).toBe(began + 20_000)
})

test.each([-1, 1])('a wall clock that is set by %i hours stops no bulk', async (hours) => {
  const clock = createFakeClock()
  const { fetch, times } = timed(clock, created)
  const run = clientOf(fetch, { clock }).client.events.createAll(inputs(20), { rate: 2 }).summary()
  await clock.advance(3000)
  clock.setWall(clock.now() + hours * 3_600_000)
  await clock.advance(10_000)
  expect(await run).toMatchObject({ created: 20 })
  expect(mostInASecond(times)).toBe(2)
})

test.each([
  ['of more than a minute', 61, {}],
  ['beyond the deadline', 20, { deadline: 10_000 }],
])('a wait %s fails its call at once and stops no other', async (_, seconds, limits) => {
  const clock = createFakeClock({ auto: true })
  const { fetch, times } = timed(clock, (...args) =>
    (times.length === 1 ? rateLimit(seconds) : created)(...args),
  )
  const { client } = clientOf(fetch, { clock })
  const error = await rejection(client.events.create(input, limits))
  expect(error).toBeInstanceOf(RateLimitError)
  const attempts = { length: 1 }
  expect(error).toMatchObject({ retryAfter: seconds, retryable: true, outcome: 'rejected', attempts })
  await Promise.all(inputs(5).map((one) => client.events.create(one)))
  expect(new Set(times).size).toBe(1)
})

test('a refusal stops the other calls too, also where the refused one has no retries', async () => {
  const clock = createFakeClock()
  const { fetch, times } = timed(clock, (...args) => (times.length === 1 ? rateLimit(10) : created)(...args))
  const { client } = clientOf(fetch, { clock, random: () => 0 })
  const began = clock.monotonic()
  await rejection(client.events.create(input, { maxRetries: 0 }))
  const call = client.events.create(input)
  await clock.advance(10_000)
  await call
  expect(times).toEqual([began, began + 10_000])
})

test('a client that idles learns nothing: calls that wait for no turn raise no rate that a refusal has lowered', async () => {
  const clock = createFakeClock({ auto: true })
  const { fetch, times } = timed(clock, (...args) => (times.length === 1 ? rateLimit(1) : created)(...args))
  const { client } = clientOf(fetch, { clock, rate: 10 })
  for (const one of inputs(200)) {
    await client.events.create(one)
    await new Promise<void>((resolve) => clock.schedule(resolve, 1000))
  }
  const before = times.length
  await Promise.all(inputs(30).map((one) => client.events.create(one)))
  // Half a second of missed turns is made up for. The others come at three quarters of the rate.
  const [first, last] = [times[before + 9]!, times[before + 29]!]
  expect((last - first) / 20).toBeGreaterThan(1000 / 7.6)
})

test('a call that is aborted while it waits leaves at once, and the others keep their order', async () => {
  const clock = createFakeClock()
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { clock, rate: 2 })
  const calls = inputs(20).map((one, n) => {
    const abort = new AbortController()
    const ended = client.events
      .create(one, { signal: abort.signal })
      .catch((error: unknown) => (error as Error).name)
    return { n, abort, ended }
  })
  await clock.advance(0)
  for (const { n, abort } of calls) if (n % 3 === 2) abort.abort('enough')
  await clock.advance(0)
  for (const { n, ended } of calls) if (n % 3 === 2) expect(await ended).toBe('AbortError')
  await clock.advance(20_000)
  expect(fetch.requests.map(numberOf)).toEqual(calls.map(({ n }) => n).filter((n) => n % 3 !== 2))
  expect(clock.pending).toBe(0)
})

test('a thousand calls that wait hold one timer, and each turn costs as much as the one before', async () => {
  const clock = createFakeClock()
  const { schedule } = clock
  let timers = 0
  const counting = {
    ...clock,
    schedule: (...args: Parameters<typeof schedule>) => (timers++, schedule(...args)),
  }
  const { client } = clientOf(scriptedFetch(created), { clock: counting, rate: 100, timeout: Infinity })
  const calls = Promise.all(inputs(1000).map((one) => client.events.create(one)))
  await clock.advance(0)
  expect(clock.pending).toBe(1)
  await clock.advance(12_000)
  await calls
  // A call has a timer for its turn, and another for its attempt.
  expect(timers).toBeLessThanOrEqual(2 * 1000 + 60)
})

test('a call that has to wait says so before, and one that passes does not', async () => {
  const clock = createFakeClock({ auto: true })
  const waits = new Map<CallInfo, number>()
  const passed: [CallInfo, number][] = []
  const { client } = clientOf(scriptedFetch(created), {
    clock,
    rate: 1,
    hooks: {
      wait: ({ call, delayMs }) => void waits.set(call, delayMs),
      end: ({ call, durationMs }) => void passed.push([call, durationMs]),
    },
  })
  await client.events.create(input)
  expect(waits.size).toBe(0)
  await Promise.all(inputs(5).map((one) => client.events.create(one)))
  expect(waits.size).toBeGreaterThanOrEqual(4)
  for (const [call, durationMs] of passed) {
    expect(Math.abs(durationMs - (waits.get(call) ?? 0))).toBeLessThan(1100)
  }
})

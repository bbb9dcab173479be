import { ServerError, TimeoutError, EventDelivery } from '@event-delivery/sdk'
import { createFakeClock, hang, scriptedFetch, type answer, rateLimit } from '@event-delivery/sdk/testing'
import { expect, test, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../src/transport/clock'
import { apiKey, baseUrl, clientOf, created, failing, input, like, rejection } from './client'

test('each attempt has the whole of the timeout', async () => {
  const { client, clock } = clientOf(scriptedFetch(hang()), { timeout: 1000 })
  const began = clock.now()
  const error = (await rejection(client.events.create(input))) as TimeoutError
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error.attempts.map(({ durationMs }) => durationMs)).toEqual([1000, 1000, 1000])
  expect(clock.now() - began).toBe(3000 + 500 + 1000)
})

test('a wait that would outlast the deadline is not begun', async () => {
  const { client, clock } = clientOf(scriptedFetch(failing(503)))
  const began = clock.now()
  expect(await rejection(client.events.create(input, { deadline: 400 }))).toBeInstanceOf(ServerError)
  expect(clock.now()).toBe(began)
})

test('a hundred calls on one signal share a listener, since Node warns of a leak at the eleventh, and leave neither it nor a timer', async () => {
  const { signal } = new AbortController()
  const listeners = new Set<unknown>()
  let most = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    most = Math.max(most, listeners.add(listener).size)
    addEventListener.call(signal, type, listener)
  }
  signal.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    listeners.delete(listener)
    removeEventListener.call(signal, type, listener)
  }
  const { client, clock } = clientOf(scriptedFetch(rateLimit(1), failing(503), created))
  await Promise.all(Array.from({ length: 100 }, () => client.events.create(input, { signal })))
  expect([most, listeners.size, clock.pending]).toEqual([1, 0, 0])
})

test('a signal that is aborted right before an attempt begins keeps it from being sent', async () => {
  const abort = new AbortController()
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { hooks: { request: () => abort.abort() } })
  const error = await rejection(client.events.create(input, { signal: abort.signal }))
  expect(error).toMatchObject({ name: 'AbortError', outcome: 'not-sent' })
  expect(fetch.requests).toHaveLength(0)
})

const hour = 3_600_000
const shifts: [string, number][] = [['back', -hour], ['forth', hour]] // prettier-ignore

test.each(shifts)('a wall clock that is set %s an hour moves no deadline', async (_, shift) => {
  const clock = createFakeClock()
  const began = clock.monotonic()
  const { client } = clientOf(scriptedFetch(failing(503), hang()), { clock })
  let endedAt: number | undefined
  const call = rejection(client.events.create(input, { deadline: 5000 }))
  void call.then(() => (endedAt = clock.monotonic()))
  await clock.advance(1000)
  clock.setWall(clock.now() + shift)
  await clock.advance(4000)
  expect(endedAt).toBe(began + 5000)
  // The message names the whole deadline, and not what was left of it.
  const message = like('the deadline of 5000 ms is over.')
  const attempts = [{ status: 503 }, { durationMs: 4500 }]
  expect(await call).toMatchObject({ name: 'TimeoutError', message, attempts })
})

test.each(shifts)(
  'a wall clock that is set %s an hour leaves a wait for Retry-After as it was',
  async (_, shift) => {
    const clock = createFakeClock()
    const { client } = clientOf(scriptedFetch(rateLimit(10), created), { clock, random: () => 0 })
    const call = client.events.create(input).withResponse()
    await clock.advance(3000)
    clock.setWall(clock.now() + shift)
    await clock.advance(7000)
    const { attempts } = await call
    expect(attempts).toHaveLength(2)
    expect(attempts[1]!.startedAt - attempts[0]!.startedAt).toBe(10_000 + shift)
  },
)

test('a duration is that of the monotonic clock, and a beginning that of the wall clock', async () => {
  const clock = createFakeClock({ now: Date.UTC(2030, 0, 1) })
  const seen: object[] = []
  const slow = async (...args: Parameters<ReturnType<typeof answer>>) => {
    await new Promise<void>((resolve) => clock.schedule(resolve, 250))
    return created(...args)
  }
  const { client } = clientOf(scriptedFetch(slow), {
    clock,
    hooks: { response: (event) => void seen.push(event), end: (event) => void seen.push(event) },
  })
  const call = client.events.create(input).withResponse()
  await clock.advance(100)
  clock.setWall(0)
  await clock.advance(150)
  await call
  expect(seen).toMatchObject([{ startedAt: Date.UTC(2030, 0, 1), durationMs: 250 }, { durationMs: 250 }])
})

test('a clock without monotonic time has its wall time in that place', async () => {
  const { now, schedule } = createFakeClock({ auto: true })
  const clock = { now, schedule }
  const began = now()
  const { client } = clientOf(scriptedFetch(hang()), { clock })
  await rejection(client.events.create(input, { deadline: 5000 }))
  expect(now()).toBe(began + 5000)
})

test('the system clock is not moved by what sets Date.now', async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() - hour)
  onTestFinished(() => void vi.restoreAllMocks())
  let served = 0
  // The wall clock is set back while the first answer is under way: the deadline must stay where it was.
  const fetch = async () => {
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 2 * hour)
    return ++served < 3 ? new Response('', { status: 503 }) : new Promise<never>(() => {})
  }
  const client = new EventDelivery({ apiKey, baseUrl, fetch, random: () => 0, maxRetries: 5 })
  const error = await rejection(client.events.list(undefined, { deadline: 900 }))
  // 250 and 500 ms are waited for. The third attempt hangs, and the deadline ends it.
  expect(error).toMatchObject({ name: 'TimeoutError' })
})

test('a timer whose time is past already is set for now: newer versions of Node warn of negative times', () => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => set.mockRestore())
  systemClock.schedule(() => {}, -0.0003)()
  expect(set.mock.lastCall?.[1]).toBe(0)
})

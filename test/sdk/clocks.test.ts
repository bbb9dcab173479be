import { EventDelivery } from '@event-delivery/sdk'
import { type answer, createFakeClock, hang, rateLimit, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientOf, created, failing, input, rejection } from './client'

const hour = 3_600_000

test.each([
  ['back', -hour],
  ['forth', hour],
])('a wall clock that is set %s an hour moves no deadline', async (_, shift) => {
  const clock = createFakeClock()
  const began = clock.monotonic()
  const { client } = clientOf(scriptedFetch(failing(503), hang()), { clock })
  let endedAt: number | undefined
  const call = rejection(client.events.create(input, { deadline: 5000 })).then((error) => {
    endedAt = clock.monotonic()
    return error
  })
  await clock.advance(1000)
  clock.setWall(clock.now() + shift)
  await clock.advance(4000)
  expect(endedAt).toBe(began + 5000)
  expect(await call).toMatchObject({
    name: 'TimeoutError',
    attempts: [{ status: 503 }, { durationMs: 4500 }],
  })
})

test.each([
  ['back', -hour],
  ['forth', hour],
])('a wall clock that is set %s an hour leaves a wait for Retry-After as it was', async (_, shift) => {
  const clock = createFakeClock()
  const { client } = clientOf(scriptedFetch(rateLimit(10), created), { clock, random: () => 0 })
  const call = client.events.create(input).withResponse()
  await clock.advance(3000)
  clock.setWall(clock.now() + shift)
  await clock.advance(7000)
  const { attempts } = await call
  expect(attempts).toHaveLength(2)
  expect(attempts[1]!.startedAt - attempts[0]!.startedAt).toBe(10_000 + shift)
})

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
  const client = new EventDelivery({
    apiKey: 'sk_test_1',
    baseUrl: 'https://a.example',
    fetch,
    random: () => 0,
    maxRetries: 5,
  })
  const error = await rejection(client.events.list(undefined, { deadline: 900 }))
  // 250 and 500 ms are waited for. The third attempt hangs, and the deadline ends it.
  expect(error).toMatchObject({ name: 'TimeoutError' })
})

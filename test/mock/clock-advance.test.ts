import { expect, onTestFinished, test, vi } from 'vitest'
import { createClock, type Advance } from '@event-delivery/mock'
import { watchFrozenClock } from '../../mock/operations/interference'
import { createHarness, start } from '../support/backend'

const never = () => new Promise<Response>(() => {})

/**
 * Replaces the timers of the platform. Makes the function that carries work out, moves the time on to the next timer whenever nothing else goes
 * on, and resolves to the milliseconds that it has moved.
 */
function fakeTimers() {
  let signing = 0
  for (const name of ['importKey', 'sign'] as const) {
    const real = crypto.subtle[name].bind(crypto.subtle) as (...given: unknown[]) => Promise<never>
    const counted = (...given: unknown[]) => (signing++, real(...given).finally(() => signing--))
    vi.spyOn(crypto.subtle, name).mockImplementation(counted)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks())
  return async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now()
    let isOver = false
    const ended = work().finally(() => (isOver = true))
    while (!isOver) {
      // Signing takes real time, which no fake timer passes.
      for (let quiet = 0; quiet < 20; quiet = signing > 0 ? 0 : quiet + 1) await new Promise(setImmediate)
      if (!isOver) await vi.advanceTimersToNextTimerAsync()
    }
    await ended
    return performance.now() - began
  }
}

test('an advance over receivers that hang waits for less than two seconds in all', async () => {
  const timed = fakeTimers()
  const harness = createHarness({ clock: createClock({ now: start }) }, never)
  for (let order = 0; order < 10; order++) await harness.createWebhook({ url: `https://a.example/${order}` })
  for (let order = 0; order < 3; order++) await harness.createEvent()
  const waited = await timed(() => harness.clock.advance(5 * 24 * 3_600_000))
  expect(waited).toBeGreaterThan(0)
  expect(waited).toBeLessThan(2_000)
  expect(harness.clock.now()).toBe(start + 5 * 24 * 3_600_000)
})

test('receivers that answer get every retry at its time though another one hangs', async () => {
  const timed = fakeTimers()
  const hangs = (url: string) => url.includes('hangs')
  const harness = createHarness({ clock: createClock({ now: start }) }, ({ url }) =>
    hangs(url) ? never() : new Response(null, { status: 500 }),
  )
  await harness.createWebhook({ url: 'https://hangs.example' })
  await harness.createWebhook({ url: 'https://fails.example' })
  await harness.createEvent()
  await timed(() => harness.clock.advance(3 * 3_600_000))
  const times = harness.received.filter(({ url }) => !hangs(url)).map(({ at }) => at - start)
  expect(times).toHaveLength(5)
  expect(times[1]).toBeLessThanOrEqual(5_000)
  expect(times[2]).toBeLessThanOrEqual(5_000 + 300_000)
})

test('an advance that waits for another one has no time of its own', async () => {
  const timed = fakeTimers()
  const { clock, createEvent, createWebhook } = createHarness({ clock: createClock({ now: start }) }, never)
  await createWebhook()
  await createEvent()
  const advances = () => Promise.all(Array.from({ length: 20 }, () => clock.advance(3_600_000)))
  expect(await timed(advances)).toBeLessThan(2_000)
  expect(clock.now()).toBe(start + 20 * 3_600_000)
})

test('the answer of an advance says what fell due, what was delivered and what it did not wait for', async () => {
  const timed = fakeTimers()
  let count = 0
  const harness = createHarness({ clock: createClock({ now: start }) }, ({ url }) => {
    if (url.includes('hangs') && ++count > 1) return never()
    return new Response(null, { status: count === 1 || url.includes('hangs') ? 500 : 204 })
  })
  const { control, createWebhook, deliver } = harness
  const hanging = await createWebhook({ url: 'https://hangs.example' })
  let event = ''
  await timed(async () => (event = (await deliver()).json.id))
  await createWebhook({ url: 'https://answers.example' })
  let reply: Partial<Advance> = {}
  const advance = (seconds: number) =>
    timed(async () => (reply = (await control<Advance>('POST /clock/advance', { seconds })).json))
  await advance(6)
  expect(reply).toMatchObject({
    frozen: true,
    delivered: 0,
    deliveries: [],
    notAwaited: 1,
    underWay: [{ kind: 'delivery', eventId: event, webhookId: hanging.id, attempt: 2 }],
  })
  expect(reply.fellDue).toBeGreaterThan(0)
  await advance(20)
  expect(reply).toMatchObject({
    deliveries: [{ outcome: 'failed' }],
    delivered: 0,
    notAwaited: 0,
  })
})

test('work that makes itself due again and again leaves others their turns, and ends in time', async () => {
  const clock = createClock({ now: 0, timeout: 20 })
  let runs = 0
  const again = () => {
    runs++
    clock.schedule(again, 0)
  }
  clock.schedule(again, 1)
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  onTestFinished(() => clearInterval(timer))
  await clock.advance(10)
  expect(clock.now()).toBe(10)
  expect(runs).toBeGreaterThan(100)
  expect(turns).toBeGreaterThan(runs / 1_000)
})

test('no advance, and no two of them together, lead beyond the year 9999', async () => {
  const { control } = createHarness({ clock: createClock({ now: Date.UTC(9999, 11, 30) }) })
  const advance = (hours: number) => control('POST /clock/advance', { hours })
  const replies = await Promise.all([advance(20), advance(20), advance(1)])
  expect(replies.map(({ status }) => status)).toEqual([200, 400, 200])
  expect(replies[1]?.json.error.message).toContain('year 9999')
  expect(() => createClock({ now: Date.UTC(10_000, 0) })).toThrow('year 9999')
  expect(() => createClock({ now: Date.UTC(9999, 11, 30) }).advance(2 * 86_400_000)).toThrow(RangeError)
})

test('a delayed request is answered when a clock that stands still has been advanced far enough', async () => {
  const { clock, createEvent } = createHarness()
  const asked = createEvent({}, { headers: { prefer: 'delay=50' } })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await clock.advance(49)
  expect(await Promise.race([asked, Promise.resolve('waits')])).toBe('waits')
  await clock.advance(1)
  expect((await asked).status).toBe(201)
})

test('a request that would wait for ever says how to end it: in the journal at once, and then in its answer', async () => {
  const { createEvent, journal, list } = createHarness({ limits: { frozenWait: 20 } })
  const reply = await createEvent({}, { headers: { prefer: 'delay=50' } })
  expect(reply).toMatchObject({ status: 503, json: { error: { code: 'clock_stands_still' } } })
  expect(reply.json.error.message).toContain('POST /__mock/clock/advance')
  expect(await list('/v1/events')).toEqual([])
  const entries = await journal<{ kind: string; code?: string; status?: number }>()
  expect(entries.slice(0, 2)).toMatchObject([{ kind: 'notice', code: 'request-waits' }, { status: 503 }])
})

test('a clock that is moved, by however little, does not stand still', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const clock = createClock({ now: 0 })
  const work = vi.fn()
  watchFrozenClock(clock, 100, work)
  vi.advanceTimersByTime(99)
  await clock.advance(1)
  vi.advanceTimersByTime(100)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledOnce()
})

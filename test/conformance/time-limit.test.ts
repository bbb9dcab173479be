import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createInProcessReceiver } from '@event-delivery/conformance'
import { clockOfCheck } from '../contract/engine/execute'
import { Session } from '../contract/engine/session'
import { Limit, Stopwatch } from '../contract/wire/time'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Resolves after so many milliseconds of the clock that stands still. */
const pause = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

/** Has so many milliseconds pass while a stopwatch measures them. */
async function pass(stopwatch: Stopwatch, milliseconds: number) {
  const measured = stopwatch.measure(pause(milliseconds))
  await vi.advanceTimersByTimeAsync(milliseconds)
  await measured
}

/** A check of so many milliseconds that begins now. `isOver`: whether it was ended. */
function begin(milliseconds: number) {
  const session = new Session(
    { baseUrl: 'https://events.test', keys: {}, receiver: createInProcessReceiver() },
    {},
  )
  // Those of the checks before it.
  session.client.sent = 1_000
  const limit = new Limit()
  limit.after(milliseconds, () => new Error('The check took too long.'), clockOfCheck(session))
  const request = (takes: number) => {
    session.client.sent += 1
    return pass(session.client.answering, takes)
  }
  return { session, request, isOver: () => limit.signal.aborted }
}

test('answers of 1.1 s end no check, however many it awaits', async () => {
  const { request, isOver } = begin(30_000)
  for (let count = 0; count < 300; count += 1) await request(1_100)
  expect(isOver()).toBe(false)
})

test('a check that sends requests for ever ends, because 20 ms of each count', async () => {
  const { request, isOver } = begin(30_000)
  for (let count = 0; count < 1_490; count += 1) await request(1_100)
  expect(isOver()).toBe(false)
  for (let count = 0; count < 20; count += 1) await request(1_100)
  expect(isOver()).toBe(true)
})

test('the own time of a check counts, and waiting on purpose does not', async () => {
  const { session, isOver } = begin(30_000)
  await pass(session.waiting, 3_600_000)
  vi.advanceTimersByTime(29_900)
  expect(isOver()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(isOver()).toBe(true)
})

test('waiting for deliveries does not count either', async () => {
  const { session, isOver } = begin(30_000)
  const { inbox } = session.target.receiver!
  const waited = inbox.waitFor(() => false, 60_000, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await waited).toBe(false)
  vi.advanceTimersByTime(29_900)
  expect(isOver()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(isOver()).toBe(true)
})

test('of things that overlap a stopwatch counts the time once, and also that of one which fails', async () => {
  const stopwatch = new Stopwatch()
  const first = stopwatch.measure(pause(200))
  await vi.advanceTimersByTimeAsync(100)
  const second = stopwatch.measure(pause(200).then(() => Promise.reject(new Error('failed'))))
  const failed = expect(second).rejects.toThrow('failed')
  await vi.advanceTimersByTimeAsync(150)
  await first
  expect(stopwatch.elapsed).toBe(250)
  await vi.advanceTimersByTimeAsync(100)
  await failed
  await vi.advanceTimersByTimeAsync(100)
  expect(stopwatch.elapsed).toBe(300)
})

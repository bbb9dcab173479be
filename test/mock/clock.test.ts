import { expect, onTestFinished, test, vi } from 'vitest'
import { createClock } from '@event-delivery/mock'

function useFakeTime() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('work that falls due runs in order, each at its own time', async () => {
  const clock = createClock({ now: 0 })
  const ran: string[] = []
  const run = (name: string, at: number) =>
    clock.schedule(() => void ran.push(`${name} at ${clock.now()}`), at)
  run('c', 30)
  run('a', 10)
  run('b', 20)
  run('b2', 20)
  run('late', 41)
  await clock.advance(40)
  expect(ran).toEqual(['a at 10', 'b at 20', 'b2 at 20', 'c at 30'])
  expect(clock.now()).toBe(40)
})

test('work that is due schedules further work within the same advance', async () => {
  const clock = createClock({ now: 0 })
  const times: number[] = []
  const again = () => {
    times.push(clock.now())
    clock.schedule(again, 10)
  }
  clock.schedule(again, 10)
  await clock.advance(35)
  expect(times).toEqual([10, 20, 30])
})

test('an advance waits for the work that it started before time moves on', async () => {
  const clock = createClock({ now: 0 })
  const ran: string[] = []
  clock.schedule(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    ran.push(`slow at ${clock.now()}`)
  }, 10)
  clock.schedule(() => void ran.push('next'), 20)
  await clock.advance(20)
  expect(ran).toEqual(['slow at 10', 'next'])
})

test('an advance does not wait forever', async () => {
  const clock = createClock({ now: 0, timeout: 5 })
  clock.schedule(() => new Promise(() => {}), 10)
  await clock.advance(20)
  expect(clock.now()).toBe(20)
})

test('cancelled work does not run', async () => {
  const clock = createClock({ now: 0 })
  const ran: string[] = []
  const cancel = clock.schedule(() => ran.push('a'), 10)
  clock.schedule(() => ran.push('b'), 10)
  cancel()
  cancel()
  await clock.advance(10)
  expect(ran).toEqual(['b'])
})

test('advances do not overlap', async () => {
  const clock = createClock({ now: 0 })
  await Promise.all([clock.advance(10), clock.advance(10), clock.advance(10)])
  expect(clock.now()).toBe(30)
})

test('a running clock runs, and stays ahead after an advance', async () => {
  useFakeTime()
  const clock = createClock({ running: true })
  vi.advanceTimersByTime(7)
  expect(clock.now()).toBe(Date.now())
  await clock.advance(3_600_000)
  expect(clock.now()).toBe(Date.now() + 3_600_000)
  const work = vi.fn()
  clock.schedule(work, 5)
  vi.advanceTimersByTime(4)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledOnce()
})

test('a frozen clock stands still, and goes on from there', () => {
  useFakeTime()
  const clock = createClock({ running: true })
  clock.freeze()
  const stood = clock.now()
  vi.advanceTimersByTime(10)
  expect(clock.now()).toBe(stood)
  clock.resume()
  expect(clock.now()).toBe(stood)
  vi.advanceTimersByTime(2)
  expect(clock.now()).toBe(stood + 2)
})

test.each([-1, NaN, Infinity])('time does not move by %d', (milliseconds) => {
  expect(() => createClock().advance(milliseconds)).toThrow(RangeError)
})

test('a running clock goes by another one where it is told how far that is ahead, and what was scheduled keeps its wait', () => {
  useFakeTime()
  const clock = createClock({ running: true })
  const work = vi.fn()
  clock.schedule(work, 1_000)
  clock.followOffset?.(5_000)
  expect(clock.now()).toBe(Date.now() + 5_000)
  vi.advanceTimersByTime(999)
  expect(work).not.toHaveBeenCalled()
  clock.followOffset?.(-5_000)
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledOnce()
  clock.freeze()
  const frozen = clock.now()
  clock.followOffset?.(0)
  expect(clock.now()).toBe(frozen)
})

import { expect, test, vi } from 'vitest'
import { Interruption } from '../contract/command/interruption'

function interruptible() {
  const clock = { now: 0 }
  const exits: number[] = []
  const interruption = new Interruption({ now: () => clock.now, exit: (status) => void exits.push(status) })
  return { clock, exits, interruption }
}

test('a signal ends the run and leaves the process to its clean-up', () => {
  const { exits, interruption } = interruptible()
  interruption.receive('SIGTERM')
  expect(interruption.signal.reason).toEqual(new Error('The run was interrupted.'))
  expect(exits).toEqual([])
})

test('an echo of a signal is the signal itself, the signal again ends the process with its status', () => {
  const { clock, exits, interruption } = interruptible()
  for (const now of [0, 50, 400]) {
    clock.now = now
    interruption.receive('SIGINT')
  }
  expect(exits).toEqual([])
  clock.now = 401
  interruption.receive('SIGINT')
  expect(exits).toEqual([130])
})

test('another signal does not cut the clean-up short', () => {
  const { clock, exits, interruption } = interruptible()
  interruption.receive('SIGINT')
  clock.now = 5_000
  interruption.receive('SIGTERM')
  expect(exits).toEqual([])
})

test('a process that ends early tells before what is left', () => {
  const { clock, exits, interruption } = interruptible()
  const told: number[] = []
  interruption.onEarlyEnd(() => void told.push(exits.length))
  interruption.receive('SIGINT')
  expect(told).toEqual([])
  clock.now = 1_000
  interruption.receive('SIGINT')
  expect({ told, exits }).toEqual({ told: [0], exits: [130] })
})

test('ten seconds after the first signal the process ends, whatever goes on', () => {
  vi.useFakeTimers()
  const { exits, interruption } = interruptible()
  interruption.receive('SIGTERM')
  vi.advanceTimersByTime(9_999)
  expect(exits).toEqual([])
  vi.advanceTimersByTime(1)
  expect(exits).toEqual([143])
  vi.useRealTimers()
})

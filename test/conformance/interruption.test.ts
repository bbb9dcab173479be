import { expect, test } from 'vitest'
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

import { expect, test, vi } from 'vitest'
import { EventEmitter } from 'node:events'
import { Interruption, watchProcess } from '../../src/core/commands/interruption'

function interruptible() {
  const clock = { now: 0 }
  const exits: number[] = []
  const interruption = new Interruption({
    now: () => clock.now,
    exit: (status) => void exits.push(status),
    longestEnd: 10_000,
  })
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

/** A process of which a program sees what it watches. */
function ownProcess(isTTY: boolean) {
  const events = new EventEmitter()
  const printed: string[] = []
  const exits: number[] = []
  return Object.assign(events, {
    ...{ printed, exits, stdin: { isTTY }, stdout: {}, exitCode: undefined },
    stderr: { write: (text: string) => printed.push(text) },
    exit: (status: number) => void exits.push(status),
  })
}

test('a terminal that is closed ends the work, and without one the signal is left to nohup', () => {
  const watched = (isTTY: boolean) => {
    const own = ownProcess(isTTY)
    watchProcess({ name: 'command', failed: 2 }, own)
    return own.eventNames()
  }
  expect(watched(true)).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException'])
  expect(watched(false)).toEqual(['SIGINT', 'SIGTERM', 'uncaughtException'])
})

test('a failure that nothing has caught is one line without a stack or a secret, and ends the work', () => {
  const own = ownProcess(false)
  const { signal } = watchProcess({ name: 'command', failed: 2 }, own)
  own.emit('uncaughtException', new Error('It broke\nwith sk_live_c4n4ry7e1 \u001b[2J'))
  expect(own.printed).toEqual(['command: It broke with sk_live_… \\u001b[2J\n'])
  expect(own).toMatchObject({ exitCode: 2, exits: [] })
  expect(signal.aborted).toBe(true)
  own.emit('uncaughtException', new Error('again'))
  expect(own.exits).toEqual([2])
})

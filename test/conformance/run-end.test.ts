import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CouldNotRun, type LedgerRecord } from '@event-delivery/conformance'
import { steadinessCheck } from '../contract/engine/conclusions'
import { Context } from '../contract/engine/context'
import type { PacedClient } from '../contract/engine/paced-client'
import type { Flaw } from '../contract/wire/client'
import { limitChecks, limitCleanUp } from '../contract/engine/run'
import { Session } from '../contract/engine/session'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the checks of a run end when its time is over, and the reason names the flag', () => {
  const { signal } = limitChecks(60_000, new AbortController().signal)
  vi.advanceTimersByTime(59_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.reason).toBeInstanceOf(CouldNotRun)
  expect((signal.reason as CouldNotRun).remedy).toBe('--time-limit')
})

test('the checks of a run end with its interruption, for the reason of that', () => {
  const interrupt = new AbortController()
  const { signal } = limitChecks(60_000, interrupt.signal)
  interrupt.abort(new Error('The run was interrupted.'))
  expect(signal.reason).toEqual(new Error('The run was interrupted.'))
})

test('a clean-up goes on when the run is interrupted, for eight seconds more', () => {
  const interrupt = new AbortController()
  const { signal } = limitCleanUp(interrupt.signal)
  vi.advanceTimersByTime(2_000)
  interrupt.abort()
  vi.advanceTimersByTime(7_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.aborted).toBe(true)
})

test('a clean-up of a run that was interrupted before has eight seconds, any other twenty', () => {
  const interrupted = limitCleanUp(AbortSignal.abort())
  const usual = limitCleanUp(new AbortController().signal)
  const aborted = () => [interrupted.signal.aborted, usual.signal.aborted]
  vi.advanceTimersByTime(8_000)
  expect(aborted()).toEqual([true, false])
  vi.advanceTimersByTime(12_000)
  expect(aborted()).toEqual([true, true])
})

test('nothing is aborted and no timer is left once a limit is released', () => {
  const interrupt = new AbortController()
  const limits = [limitChecks(60_000, interrupt.signal), limitCleanUp(interrupt.signal)]
  for (const limit of limits) limit.release()
  interrupt.abort()
  expect(vi.getTimerCount()).toBe(0)
  expect(limits.map(({ signal }) => signal.aborted)).toEqual([false, false])
})

test('a check that goes on after its end notes no registration, which it cannot send any more', async () => {
  const records: LedgerRecord[] = []
  const session = new Session(
    { baseUrl: 'https://events.test', keys: { live: 'sk_live_of_a_test' } },
    { record: (line) => void records.push(line) },
  )
  const ended = AbortSignal.abort(new Error('The run was interrupted.'))
  const context = new Context(session, { id: 'late', rules: [] }, ended)
  const key = context.liveKey()
  const body = { url: 'https://receiver.test/hooks', events: ['*'] }
  await expect(context.call('createWebhook', { key, body })).rejects.toThrow('The run was interrupted.')
  expect(records).toEqual([])
})

test.each<[errors: number, outages: number, sent: number, rules?: string[]]>([
  [0, 0, 100],
  [3, 3, 4, []],
  [4, 4, 200, []],
  [4, 4, 199, ['ER-5']],
  [9, 3, 100, []],
])(
  '%i server errors in %i outages of %i requests break the rules %j',
  async (errors, outages, sent, rules) => {
    const flaws: Flaw[] = ['connection', ...Array.from({ length: errors }, () => 'server-error' as const)]
    const ended = `1 of ${sent} requests were sent again because their connection ended.`
    const message = `${errors} of ${sent} requests were answered by a server error, and rightly when they were sent again.`
    const run = steadinessCheck({ flaws, outages, sent } as PacedClient).run({} as Context)
    if (rules) await expect(run).rejects.toMatchObject({ rules, message: `${message} ${ended}` })
    else expect(await run).toBe(ended)
  },
)

import { createFakeClock, testDedupeStore } from '@event-delivery/sdk/testing'
import { createMemoryStore } from '@event-delivery/sdk/webhooks'
import { afterEach, expect, test, vi } from 'vitest'
import { dedupeMutants } from './dedupe-mutants'
import { type Row, TableStore } from './table-store'

afterEach(() => {
  vi.useRealTimers()
})

const clock = createFakeClock()
const advance = (ms: number) => clock.advance(ms)

await testDedupeStore(() => createMemoryStore({ clock }), {
  test: (title, body) => test(`the store in memory: ${title}`, body),
  advance,
})

test('a store on a table that two processes share keeps the contract', async () => {
  const rows: Row[] = []
  await testDedupeStore(() => new TableStore(clock, rows), { advance, shared: true })
})

test('stores that two processes do not share break the contract', async () => {
  await expect(
    testDedupeStore(() => createMemoryStore({ clock }), { advance, shared: true }),
  ).rejects.toThrow('of many that claim at once, one gets the delivery')
})

test.each(Object.entries(dedupeMutants))('a store breaks the contract where %s', async (_, Mutant) => {
  await expect(testDedupeStore(() => new Mutant(clock), { advance })).rejects.toThrow(
    /^The store breaks \d+ of 11 rules\.\n- .*: /,
  )
})

test('without a clock to move, the rules wait for leases by themselves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let hasEnded = false
  const tested = testDedupeStore(() => createMemoryStore()).finally(() => (hasEnded = true))
  let seconds = 0
  while (!hasEnded && seconds++ < 60) await vi.advanceTimersByTimeAsync(1000)
  await tested
  expect(seconds).toBeGreaterThan(2)
})

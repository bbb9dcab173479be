import { createFakeClock, testDedupeStore } from '@event-delivery/sdk/testing'
import { createMemoryStore, type DedupeStore } from '@event-delivery/sdk/webhooks'
import { expect, test, afterEach, vi } from 'vitest'
import { like } from './client'
import { deliver, otherSecret, receiver, secret } from './deliveries'
import { dedupeMutants } from './dedupe-mutants'
import { type Row, TableStore } from './table-store'

test('two endpoints that share a store both handle an event', async () => {
  const store = createMemoryStore()
  const one = receiver({ store })
  const other = receiver({ store, secret: otherSecret })
  expect((await one.receive(await deliver())).status).toBe(204)
  expect((await other.receive(await deliver({ secret: otherSecret }))).status).toBe(204)
  expect([one.seen, other.seen]).toEqual([['order.paid'], ['order.paid']])
})

test('a secret without its prefix names the same scope as with it', async () => {
  const store = createMemoryStore()
  const other = receiver({ store, secret: secret.slice('whsec_'.length) })
  await receiver({ store }).receive(await deliver())
  await other.receive(await deliver())
  expect(other.seen).toEqual([])
})

test('an event that was handled before its secret was replaced is not handled after it, nor meanwhile', async () => {
  const store = createMemoryStore()
  const [before, during, after] = [[secret], [otherSecret, secret], [otherSecret]].map((list) =>
    receiver({ store, secret: list }),
  )
  await before!.receive(await deliver())
  expect((await during!.receive(await deliver())).status).toBe(204)
  expect((await after!.receive(await deliver({ secret: otherSecret }))).status).toBe(204)
  expect([during!.seen, after!.seen]).toEqual([[], []])
})

test('a delivery that one process handles with a new list of secrets is busy for those with the old list or the next', async () => {
  const store = createMemoryStore()
  let finish: (() => void) | undefined
  const during = receiver({
    store,
    secret: [otherSecret, secret],
    otherwise: () => new Promise<void>((resolve) => (finish = resolve)),
  })
  const first = during.receive(await deliver())
  await expect.poll(() => finish).toBeDefined()
  const [before, after] = [receiver({ store }), receiver({ store, secret: otherSecret })]
  expect((await before.receive(await deliver())).status).toBe(503)
  expect((await after.receive(await deliver({ secret: otherSecret }))).status).toBe(503)
  finish?.()
  expect((await first).status).toBe(204)
  expect((await after.receive(await deliver({ secret: otherSecret }))).status).toBe(204)
  expect([before.seen, after.seen]).toEqual([[], []])
})

test('a scope that is given stands for the endpoint, whatever its secret', async () => {
  const store = createMemoryStore()
  const run = async (scope: string, key: string) => {
    const { receive, seen } = receiver({ store, scope, secret: key })
    await receive(await deliver({ secret: key }))
    return seen.length
  }
  expect(await run('a', secret)).toBe(1)
  expect(await run('b', secret)).toBe(1)
  expect(await run('a', otherSecret)).toBe(0)
})

test('a store is asked to claim, then to commit after success, or to release after failure', async () => {
  const calls: unknown[] = []
  const store: DedupeStore = {
    claim: (...given) => (calls.push(['claim', ...given]), 'token-1'),
    renew: () => true,
    commit: (...given) => (calls.push(['commit', ...given]), true),
    release: (...given) => (calls.push(['release', ...given]), true),
  }
  const options = { store, scope: 'orders' }
  await receiver({ ...options, otherwise: () => calls.push('handle') }).receive(await deliver())
  const claim = ['claim', 'orders', 'msg_test', 30_000]
  expect(calls.splice(0)).toEqual([claim, 'handle', ['commit', 'token-1', 4 * 24 * 3_600_000]])
  const failing = receiver({ ...options, lease: 5000, otherwise: () => Promise.reject(new Error('no')) })
  await failing.receive(await deliver())
  expect(calls).toEqual([
    ['claim', 'orders', 'msg_test', 5000],
    ['release', 'token-1'],
  ])
})

const down = () => {
  throw new Error('the store is down')
}

test('a store that fails to commit leaves the delivery handled, and one that fails to claim leaves it to be sent again', async () => {
  const committing = receiver({ store: { claim: () => 'token', renew: down, commit: down, release: down } })
  expect((await committing.receive(await deliver())).status).toBe(204)
  expect(committing.errors).toMatchObject([{ message: 'the store is down' }])
  const claiming = receiver({ store: { claim: down, renew: down, commit: down, release: down } })
  expect((await claiming.receive(await deliver())).status).toBe(500)
  expect(claiming.errors).toMatchObject([{ message: 'the store is down' }])
  expect(claiming.seen).toHaveLength(0)
})

test('a store that fails in one of two scopes gives up the claim in the other', async () => {
  const memory = createMemoryStore()
  let claims = 0
  const store = {
    ...memory,
    claim: (...given: Parameters<DedupeStore['claim']>) => (++claims === 2 ? down() : memory.claim(...given)),
  }
  const { receive, seen } = receiver({ store, secret: [secret, otherSecret] })
  expect((await receive(await deliver())).status).toBe(500)
  expect((await receive(await deliver())).status).toBe(204)
  expect(seen).toHaveLength(1)
})

test.each([undefined, true, '', 7])('a store whose claim gives %j is told so', async (given) => {
  const store = { ...createMemoryStore(), claim: () => given as string }
  const { receive, errors, seen } = receiver({ store })
  expect((await receive(await deliver())).status).toBe(500)
  expect(errors).toMatchObject([{ name: 'TypeError', message: like('store.claim') }])
  expect(seen).toEqual([])
})

test('the store in memory forgets the oldest handled delivery first, and each after its retention', async () => {
  const clock = createFakeClock()
  const store = createMemoryStore({ size: 2, clock })
  const isDone = (id: string) => store.claim('a', id, 1) === 'done'
  for (const id of ['1', '2', '3']) await store.commit(await store.claim('a', id, 1), 1000)
  expect(['2', '3'].map(isDone)).toEqual([true, true])
  await clock.advance(999)
  expect(isDone('3')).toBe(true)
  await clock.advance(1)
  expect(['1', '2', '3'].map(isDone)).toEqual([false, false, false])

  // A delivery that is handled anew after its retention is the newest one.
  for (const id of ['4', '5']) await store.commit(await store.claim('a', id, 1), id === '4' ? 1 : 1000)
  await clock.advance(1)
  for (const id of ['4', '6']) await store.commit(await store.claim('a', id, 1), 1000)
  expect(['4', '5', '6'].map(isDone)).toEqual([true, false, true])
})

test('the store in memory keeps no more ended claims than it may', async () => {
  const clock = createFakeClock()
  const store = createMemoryStore({ size: 10, clock })
  const tokens: string[] = []
  for (let id = 0; id < 100; id++) {
    tokens.push(await store.claim('a', `${id}`, 1))
    await clock.advance(1)
  }
  const kept = await Promise.all(tokens.map(async (token) => store.release(token)))
  expect(kept.filter((isOwner) => isOwner)).toHaveLength(10)
})

afterEach(() => void vi.useRealTimers())

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
  const tested = testDedupeStore(() => createMemoryStore({ clock }), { advance, shared: true })
  await expect(tested).rejects.toThrow('of many that claim at once, one gets the delivery')
})

test.each(dedupeMutants)('a store breaks the contract where $fault', async ({ make }) => {
  await expect(testDedupeStore(() => make(clock), { advance })).rejects.toThrow(
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

import { BulkError, type BulkProgress } from '@event-delivery/sdk'
import { createFakeClock, type Step, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { answeringByNumber, clientOf, inputs, numberOf, rejection, stored } from './client'

const echo: Step = (request) => {
  const n = numberOf(request)
  return Response.json({ ...stored, id: `evt_${n}`, data: { n } }, { status: 201 })
}

test('every input becomes an event, and each result names its input', async () => {
  const fetch = scriptedFetch(echo)
  const source = inputs(50)
  const results = []
  for await (const result of clientOf(fetch).client.events.createAll(source)) results.push(result)
  expect(results.map(({ index }) => index).sort((a, b) => a - b)).toEqual(source.map((_, n) => n))
  for (const { index, input, event } of results) {
    expect(input).toBe(source[index])
    expect(event).toMatchObject({ id: `evt_${index}` })
  }
})

test('a bulk that has begun is not begun again, since it would make second events', async () => {
  const fetch = scriptedFetch(echo)
  const bulk = clientOf(fetch).client.events.createAll(inputs(3))
  for await (const _ of bulk) break
  for (const again of [bulk.summary(), bulk[Symbol.asyncIterator]().next()])
    expect(await rejection(again)).toMatchObject({
      name: 'InvalidRequestError',
      message: 'source was sent before. Make another bulk.',
    })
  expect(new Set(fetch.requests.map(numberOf)).size).toBe(fetch.requests.length)
})

test('no more inputs are under way than concurrency permits, and none is read before there is room', async () => {
  let underWay = 0
  let most = 0
  let pulled = 0
  let taken = 0
  let ahead = 0
  function* source() {
    for (const input of inputs(100)) {
      ahead = Math.max(ahead, ++pulled - taken)
      yield input
    }
  }
  const fetch = scriptedFetch(async (request, signal) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    return echo(request, signal)
  })
  // The clock stands still, so no attempt times out and is counted twice.
  const { events } = clientOf(fetch, { clock: createFakeClock() }).client
  for await (const _ of events.createAll(source(), { concurrency: 4 })) {
    taken++
    if (taken % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(most).toBe(4)
  expect(ahead).toBeLessThanOrEqual(5)
  expect(taken).toBe(100)
})

test('an endless source is read only as far as its results are taken', async () => {
  let closed = false
  let pulled = 0
  async function* endless() {
    try {
      for (;;) yield { type: 'tick', data: { n: pulled++ } }
    } finally {
      closed = true
    }
  }
  const { client } = clientOf(scriptedFetch(echo))
  let taken = 0
  for await (const _ of client.events.createAll(endless(), { concurrency: 8 })) if (++taken === 1000) break
  expect(pulled).toBeLessThanOrEqual(1010)
  expect(closed).toBe(true)
})

test('a refused key ends the bulk, and the error says where to resume', async () => {
  const fetch = answeringByNumber((n) => (n < 20 ? echo : refuse(401, 'unauthorized')))
  const { events } = clientOf(fetch).client
  const error = await rejection(events.createAll(inputs(1000), { concurrency: 4 }).summary())
  expect(error).toBeInstanceOf(BulkError)
  // The inputs that were refused for the key are not behind the position: they are to be sent again.
  expect(error).toMatchObject({ created: 20, position: 20, cause: { status: 401 } })
  expect(fetch.requests.length).toBeLessThanOrEqual(24)
})

test('a summary that ends early keeps its failures, and its error says what happened and how to resume', async () => {
  const fetch = answeringByNumber((n) => {
    if (n === 12) return refuse(401, 'unauthorized')
    return n % 4 === 1 ? refuse(400, 'invalid_request') : echo
  })
  const { events } = clientOf(fetch).client
  const error = (await rejection(events.createAll(inputs(100), { concurrency: 1 }).summary())) as BulkError
  expect(error).toMatchObject({ position: 12, created: 9, failed: 4 })
  const known = error.failures.filter(({ index }) => index < 12)
  expect(known.map(({ index, input }) => [index, input])).toEqual([1, 5, 9].map((n) => [n, inputs(10)[n]]))
  expect(known.map(({ error: { name } }) => name)).toEqual(Array(3).fill('InvalidRequestError'))
  expect(error.message).toContain((error.cause as Error).message.replace(/\.$/, ''))
  expect(error.message).toMatch(/^The bulk ended at input 12, with 9 created and 4 failed: /)
  expect(error.message).toMatch(/Resume it with the inputs from 12 on, under the same idempotency keys\.$/)
})

test('an aborted signal ends the bulk, with an honest outcome for each input that was under way', async () => {
  const abort = new AbortController()
  const abortLater: Step = () => {
    queueMicrotask(() => abort.abort())
    return new Promise(() => {})
  }
  const fetch = answeringByNumber((n) => (n < 6 ? echo : abortLater))
  const outcomes: unknown[] = []
  const run = async () => {
    const { events } = clientOf(fetch, { clock: createFakeClock() }).client
    for await (const { error } of events.createAll(inputs(100), { concurrency: 3, signal: abort.signal })) {
      if (error) outcomes.push([error.name, error.outcome, typeof error.idempotencyKey])
    }
  }
  const error = await rejection(run())
  expect(error).toMatchObject({ name: 'BulkError', created: 6 })
  expect(outcomes.length).toBeGreaterThan(0)
  for (const outcome of outcomes) expect(outcome).toContainEqual('AbortError')
})

test('an abort ends the wait for a source that never answers', async () => {
  const abort = new AbortController()
  const source = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
  const run = rejection(
    clientOf(scriptedFetch(echo)).client.events.createAll(source, { signal: abort.signal }).summary(),
  )
  await new Promise((resolve) => setImmediate(resolve))
  abort.abort()
  expect(await run).toMatchObject({ name: 'BulkError', position: 0 })
})

test('the position counts the results that were taken, up to the first input that is under way', async () => {
  const held: (() => void)[] = []
  const hold: Step = (...request) => new Promise((resolve) => held.push(() => resolve(echo(...request))))
  const fetch = answeringByNumber((n) => (n === 2 ? hold : echo))
  const progress: BulkProgress[] = []
  const { events } = clientOf(fetch, { clock: createFakeClock() }).client
  const run = events
    .createAll(inputs(8), { concurrency: 2, onProgress: (made) => progress.push(made) })
    .summary()
  await expect.poll(() => progress.length).toBe(7)
  expect(progress.at(-1)).toEqual({ position: 2, created: 7, duplicates: 0, failed: 0 })
  held[0]?.()
  await run
  expect(progress.at(-1)).toEqual({ position: 8, created: 8, duplicates: 0, failed: 0 })
})

test('a bulk without inputs ends at once', async () => {
  const { client } = clientOf(scriptedFetch(echo))
  const none = { position: 0, created: 0, duplicates: 0, failed: 0, failures: [], omittedFailures: 0 }
  expect(await client.events.createAll([]).summary()).toEqual(none)
})

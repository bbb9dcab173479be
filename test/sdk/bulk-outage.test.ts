import type { BulkError, BulkSummary, ClientOptions, EventInput } from '@event-delivery/sdk'
import { createFakeClock, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import {
  answeringByNumber,
  clientOf,
  created,
  failing,
  inputs,
  like,
  numberOf,
  rejection,
  withoutStacks,
} from './client'

/** A service whose answers take 20 ms, and that answers 503 from `from` until `until`, in milliseconds. */
function interruptedService(from: number, until: number, options?: ClientOptions) {
  const clock = createFakeClock({ auto: true })
  const began = clock.monotonic()
  const made = new Set<number>()
  const fetch = scriptedFetch(async (request, signal) => {
    const at = clock.monotonic() - began
    await new Promise<void>((resolve) => clock.schedule(resolve, 20))
    if (at >= from && at < until) return failing(503)(request, signal)
    made.add(numberOf(request))
    return created(request, signal)
  })
  return { client: clientOf(fetch, { clock, ...options }).client, clock, made }
}

/** Runs a bulk, and resumes it where it ended, a minute later. Returns what became of the runs. */
async function runUntilDone(
  { client, clock }: ReturnType<typeof interruptedService>,
  source: EventInput[],
): Promise<BulkSummary<unknown>[]> {
  const runs: BulkSummary<unknown>[] = []
  let position = 0
  while (position < source.length && runs.length < 100) {
    const run = client.events.createAll(source.slice(position)).summary()
    const ended = await run.catch((error: unknown) => error as BulkError)
    runs.push(ended)
    position += ended.position
    await new Promise<void>((resolve) => clock.schedule(resolve, 60_000))
  }
  return runs
}

test.each([
  ['3 seconds', 3000, 2, { maxRetries: 2 }],
  ['3 seconds, with more retries', 3000, 1, { maxRetries: 6 }],
  ['ten minutes', 600_000, 10, { maxRetries: 2 }],
])('a bulk through an outage of %s loses no input', async (_, length, mostRuns, options) => {
  withoutStacks()
  const service = interruptedService(200, 200 + length, options)
  const source = inputs(500)
  const runs = await runUntilDone(service, source)
  expect(service.made.size).toBe(source.length)
  expect(runs.length).toBeLessThanOrEqual(mostRuns)
  for (const { failed, failures, omittedFailures } of runs)
    expect(failures.length + omittedFailures).toBe(failed)
  for (const ended of runs.slice(0, -1)) {
    expect(ended).toMatchObject({ name: 'BulkError', cause: { status: 503, retryable: true } })
  }
})

test('an input that the service fails on alone does not end the bulk', async () => {
  const clock = createFakeClock({ auto: true })
  const fetch = scriptedFetch(async (request, signal) => {
    await new Promise<void>((resolve) => clock.schedule(resolve, 20))
    return (numberOf(request) === 40 ? failing(500) : created)(request, signal)
  })
  const summary = await clientOf(fetch, { clock }).client.events.createAll(inputs(3000)).summary()
  expect(summary).toMatchObject({ position: 3000, created: 2999, failed: 1, omittedFailures: 0 })
  expect(summary.failures).toMatchObject([{ index: 40, error: { status: 500 } }])
})

test.each([{ maxRetries: 0 }, { concurrency: 1 }])(
  'with %j an input that the service always fails on ends the bulk, which goes on behind it',
  async (options) => {
    const fetch = answeringByNumber((n) => (n === 40 ? failing(500) : created))
    const { events } = clientOf(fetch).client
    const run = (from: number) => events.createAll(inputs(60).slice(from), options).summary()
    await expect(run(0)).rejects.toMatchObject({ name: 'BulkError', position: 40, cause: { status: 500 } })
    await expect(run(40)).rejects.toMatchObject({ name: 'BulkError', position: 0 })
    expect(await run(41)).toMatchObject({ created: 19, failed: 0 })
  },
)

test('a summary names the first hundred failures, and says where there are more', async () => {
  const { client } = clientOf(scriptedFetch(refuse(400, 'invalid_request')))
  const summary = await client.events.createAll(inputs(130)).summary()
  expect(summary).toMatchObject({ failed: 130, omittedFailures: 30 })
  expect(summary.failures).toHaveLength(100)

  const fetch = answeringByNumber((n) => failing(n === 150 ? 403 : 400))
  const bulk = clientOf(fetch).client.events.createAll(inputs(200), { concurrency: 1 })
  const error = (await rejection(bulk.summary())) as BulkError
  const message = like(/ 151 failed \(failures has 100 of them\): /)
  expect(error).toMatchObject({ position: 150, failed: 151, message })
  expect(error.failures.map(({ index }) => index)).toEqual(inputs(100).map(({ data }) => data.n))
})

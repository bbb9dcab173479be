import type { ApiError, RequestError } from '@event-delivery/sdk'
import {
  answer,
  hang,
  rateLimit,
  refuse,
  refuseConnection,
  reset,
  scriptedFetch,
  truncate,
  createFakeClock,
  type Step,
} from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { clientOf, created, failing, input, rejection, stored, webhook } from './client'

test.each([
  ['a refused connection', refuseConnection()],
  ['a reset connection', reset()],
  ['an attempt timeout', hang()],
  ['408', failing(408)],
  ['429', rateLimit(1)],
  ['500', failing(500)],
  ['502 with an empty body', answer(502, '')],
  ['503', failing(503)],
  ['599', failing(599)],
  ['a success that is HTML', answer(200, '<html></html>')],
  ['a success without a body', answer(200, '')],
  ['a success of another shape', answer(200, { id: 'evt_1' })],
  ['a success that was cut off', truncate(created)],
])('the creation of an event is repeated after %s', async (_, step) => {
  const fetch = scriptedFetch(step, created)
  const { client } = clientOf(fetch)
  expect(await client.events.create(input)).toEqual(stored)
  expect(fetch.requests).toHaveLength(2)
})

test.each([400, 401, 403, 404, 409, 413, 422])('a %i is final', async (status) => {
  const fetch = scriptedFetch(failing(status))
  const error = await rejection(clientOf(fetch).client.events.create(input))
  expect(error).toMatchObject({ status, code: 'broken', outcome: 'rejected', retryable: false })
  expect(fetch.requests).toHaveLength(1)
})

test('every wait is between half and all of its length, the first one too', async () => {
  for (const [random, expected] of [
    [() => 0, [250, 500, 1000, 2000, 4000, 4000]],
    [() => 1, [500, 1000, 2000, 4000, 8000, 8000]],
  ] as const) {
    const waits: number[] = []
    const hooks = { retry: ({ delayMs }: { delayMs: number }) => void waits.push(delayMs) }
    const { client } = clientOf(scriptedFetch(failing(500)), { random, maxRetries: 6, hooks })
    await rejection(client.events.list())
    expect(waits).toEqual(expected)
  }
})

test('every attempt has the same idempotency key, in both places', async () => {
  const fetch = scriptedFetch(failing(503), reset(), created)
  const { idempotencyKey } = await clientOf(fetch).client.events.create(input).withResponse()
  expect(fetch.requests).toHaveLength(3)
  for (const { headers, body } of fetch.requests) {
    expect(headers.get('idempotency-key')).toBe(idempotencyKey)
    expect(JSON.parse(body)).toEqual({ ...input, idempotencyKey })
  }
})

test('a webhook is not registered twice: only what was certainly not carried out is repeated', async () => {
  const register = async (...steps: Parameters<typeof scriptedFetch>) => {
    const fetch = scriptedFetch(...steps)
    const result = await clientOf(fetch)
      .client.webhooks.create({ url: 'https://a.example', events: ['*'] })
      .catch((error: unknown) => error as RequestError)
    return { result, count: fetch.requests.length }
  }
  const success = answer(201, webhook)
  expect(await register(rateLimit(1), success)).toMatchObject({ count: 2, result: { id: 'wh_1' } })
  expect(await register(refuseConnection(), success)).toMatchObject({ count: 2, result: { id: 'wh_1' } })
  const lost = [reset(), failing(500), failing(408), hang(), answer(201, '<html>'), truncate(success)]
  for (const step of lost)
    expect(await register(step, success)).toMatchObject({ count: 1, result: { outcome: 'unknown' } })
})

test('a 404 after a deletion of unknown outcome is a success, and any other 404 an error', async () => {
  const gone = refuse(404, 'not_found')
  const deleted = (...steps: [Step, ...Step[]]) =>
    clientOf(scriptedFetch(...steps)).client.webhooks.delete('wh_1')
  expect(await deleted(reset(), gone)).toEqual({ id: 'wh_1', deleted: true })
  for (const call of [deleted(gone), deleted(rateLimit(1), gone)])
    expect(await rejection(call)).toMatchObject({ name: 'NotFoundError', code: 'not_found' })
})

test('the outcome is the gravest of all attempts', async () => {
  const outcomeOf = async (...steps: Parameters<typeof scriptedFetch>) =>
    ((await rejection(clientOf(scriptedFetch(...steps)).client.events.create(input))) as ApiError).outcome
  expect(await outcomeOf(refuseConnection())).toBe('not-sent')
  expect(await outcomeOf(refuseConnection(), rateLimit(1))).toBe('rejected')
  expect(await outcomeOf(reset(), rateLimit(1))).toBe('unknown')
  expect(await outcomeOf(failing(500), refuse(401, 'unauthorized'))).toBe('unknown')
})

test('the error lists each attempt, in order', async () => {
  const fetch = scriptedFetch(
    answer(503, '', { 'x-request-id': 'req_1' }),
    reset(),
    refuse(400, 'invalid_request', 'type is required.', 'type'),
  )
  const { events } = clientOf(fetch).client
  const error = (await rejection(events.create(input, { idempotencyKey: 'k1' }))) as ApiError
  const refusal = { name: 'InvalidRequestError', param: 'type', idempotencyKey: 'k1', status: 400 }
  expect(error).toMatchObject(refusal)
  expect(error.attempts).toMatchObject([
    { status: 503, requestId: 'req_1', error: '503 text/plain, request id req_1' },
    { status: undefined, error: 'read ECONNRESET' },
    { status: 400, error: '400 application/json invalid_request "type is required", param type' },
  ])
})

const theirs = new Date('2031-05-01T00:00:00Z')
const ours = Date.UTC(2026, 0, 1)

const inNineSeconds = (value: string) =>
  answer(503, '', { 'retry-after': value, date: 'Thu May 22 00:00:00 2031' })

const unreadable = '-5|1.|.5|1.5.1|soon|1e3|5 s|2026-01-01T00:00:09Z|Thu, 22 May 2031 00:00:09 +0100|'
const saysNothing = (value: string): [string, Step, number] => [
  `${JSON.stringify(value)} says nothing`,
  answer(503, '', { 'retry-after': value }),
  500,
]

test.each<[string, Step, number]>([
  ['17 s gets a second at most on top', rateLimit(17), 18_000],
  ['60 s is waited for', rateLimit(60), 61_000],
  ['4 s gets a fifth at most on top', rateLimit(4), 4800],
  ['a fraction of a second is understood', rateLimit(2.5), 3000],
  ['a fraction with its zeros is understood', answer(503, '', { 'retry-after': '1.350' }), 1620],
  ['of several numbers the largest is waited for', answer(503, '', { 'retry-after': '2, 4.0,3' }), 4800],
  ['less than the backoff does not shorten that', rateLimit(0), 500],
  ['a date is judged against the Date of the answer', rateLimit(new Date(+theirs + 9000), theirs), 10_000],
  ['a date without a Date is judged against the clock here', rateLimit(new Date(ours + 5000)), 6000],
  ['a date that is over shortens nothing', rateLimit(new Date('2020-01-01T00:00:00Z'), theirs), 500],
  ['an RFC 850 date is understood', inNineSeconds('Friday, 22-May-31 00:00:09 GMT'), 10_000],
  ['an asctime date is understood', inNineSeconds('Thu May 22 00:00:09 2031'), 10_000],
  ['an IMF date is understood', inNineSeconds('Thu, 22 May 2031 00:00:09 GMT'), 10_000],
  ...unreadable.split('|').map(saysNothing),
])('a Retry-After of %s', async (_, limited, wait) => {
  const clock = createFakeClock({ auto: true, now: ours })
  await clientOf(scriptedFetch(limited, created), { clock }).client.events.create(input)
  expect(clock.now() - ours).toBe(wait)
})

test.each([
  ['is waited for', 100_000, 91_000],
  ['is waited for without its random part where only that would outlast the deadline', 90_500, 90_000],
])('a Retry-After within the deadline %s', async (_, deadline, wait) => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(90), created))
  const began = clock.now()
  await client.events.create(input, { deadline })
  expect(clock.now() - began).toBe(wait)
})

test('a wait that the service directed is never undercut, and outwaited by a fifth and a second at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.constantFrom(429, 503),
      async (ms, random, status) => {
        const step = answer(status, '', { 'retry-after': `${ms / 1000}` })
        const { client, clock } = clientOf(scriptedFetch(step, created), { random: () => random })
        const began = clock.now()
        await client.events.create(input)
        const waited = clock.now() - began
        expect(waited).toBeGreaterThanOrEqual(ms)
        expect(waited).toBeLessThanOrEqual(Math.max(500, ms + Math.min(ms / 5, 1000)) + 0.001)
      },
    ),
    { numRuns: 200 },
  )
})

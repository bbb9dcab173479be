import type { ApiError } from '@event-delivery/sdk'
import {
  AbortError,
  ConnectionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  type RequestError,
} from '@event-delivery/sdk'
import {
  answer,
  createFakeClock,
  hang,
  rateLimit,
  refuse,
  refuseConnection,
  reset,
  scriptedFetch,
  truncate,
} from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, input, rejection, stored } from './client'

const created = answer(201, stored)
const failing = (status: number) => refuse(status, 'broken')

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

test('svix sends three requests with numRetries 0: maxRetries 0 sends exactly one', async () => {
  const fetch = scriptedFetch(failing(500), created)
  await rejection(clientOf(fetch, { maxRetries: 0 }).client.events.create(input))
  expect(fetch.requests).toHaveLength(1)
})

test('a maxRetries that is no number repeats nothing', async () => {
  const fetch = scriptedFetch(failing(500))
  await rejection(clientOf(fetch, { maxRetries: Number.NaN }).client.events.create(input))
  expect(fetch.requests).toHaveLength(1)
})

test('svix shares one timeout over its retries: each attempt here has the whole of it', async () => {
  const { client, clock } = clientOf(scriptedFetch(hang()), { timeout: 1000 })
  const began = clock.now()
  const error = (await rejection(client.events.create(input))) as TimeoutError
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error.attempts.map(({ durationMs }) => durationMs)).toEqual([1000, 1000, 1000])
  expect(clock.now() - began).toBe(3000 + 500 + 1000)
})

test('stripe does not jitter its first waits: every wait here is between half and all of its length', async () => {
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

test('openai sends no idempotency key on POST retries: every attempt here has the same one, in both places', async () => {
  const fetch = scriptedFetch(failing(503), reset(), created)
  const { idempotencyKey } = await clientOf(fetch).client.events.create(input).withResponse()
  expect(fetch.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
    Array(3).fill(idempotencyKey),
  )
  expect(fetch.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    Array(3).fill({ ...input, idempotencyKey }),
  )
})

test('resend loses the cause of a refused connection: here it stays, with its code', async () => {
  const error = (await rejection(
    clientOf(scriptedFetch(refuseConnection())).client.events.create(input),
  )) as ConnectionError
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({
    outcome: 'not-sent',
    cause: { message: 'fetch failed', cause: { code: 'ECONNREFUSED' } },
  })
})

test('stripe ignores Retry-After: it is never undercut here', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(17), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(17_000)
})

test('a Retry-After shorter than the backoff does not shorten it', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(0), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(500)
})

test('a Retry-After date is judged against the Date of the answer, not against this clock', async () => {
  const theirs = new Date('2031-05-01T00:00:00Z')
  const { client, clock } = clientOf(scriptedFetch(rateLimit(new Date(+theirs + 9000), theirs), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(9000)
})

test('a Retry-After date without a Date is judged against this clock', async () => {
  const clock = createFakeClock({ auto: true, now: Date.UTC(2026, 5, 1) })
  const { client } = clientOf(scriptedFetch(rateLimit(new Date(Date.UTC(2026, 5, 1, 0, 0, 5))), created), {
    clock,
  })
  await client.events.create(input)
  expect(clock.now()).toBe(Date.UTC(2026, 5, 1, 0, 0, 5))
})

test.each([
  ['an RFC 850 date', 'Friday, 22-May-31 00:00:09 GMT'],
  ['an asctime date', 'Thu May 22 00:00:09 2031'],
  ['an IMF date', 'Thu, 22 May 2031 00:00:09 GMT'],
])('a Retry-After of %s is understood, whatever the time zone here', async (_, value) => {
  const date = 'Thu May 22 00:00:00 2031'
  const { client, clock } = clientOf(scriptedFetch(answer(503, '', { 'retry-after': value, date }), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(9000)
})

test('a Retry-After date that is over shortens nothing', async () => {
  const past = rateLimit(new Date('2020-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'))
  const { client, clock } = clientOf(scriptedFetch(past, created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(500)
})

const noDates = ['-5', '1.5', 'soon', '1e3', '5 s', '2026-01-01T00:00:09Z', 'Thu, 22 May 2031 00:00:09 +0100']
test.each([...noDates, ''])('a Retry-After of %j says nothing', async (value) => {
  const { client, clock } = clientOf(scriptedFetch(answer(503, '', { 'retry-after': value }), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(500)
})

test('openai hammers on after a Retry-After over 60 s: here the call fails at once and says how long', async () => {
  const fetch = scriptedFetch(rateLimit(61), created)
  const { client, clock } = clientOf(fetch)
  const began = clock.now()
  const error = await rejection(client.events.create(input))
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({ retryAfter: 61, retryable: true, outcome: 'rejected' })
  expect(clock.now()).toBe(began)
  expect(fetch.requests).toHaveLength(1)
})

test('ky waits without a cap: a Retry-After beyond the deadline fails at once', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(50), created))
  const began = clock.now()
  expect(await rejection(client.events.create(input, { deadline: 40_000 }))).toMatchObject({ retryAfter: 50 })
  expect(clock.now()).toBe(began)
})

test('within a deadline, a Retry-After over 60 s is waited for', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(90), created))
  const began = clock.now()
  await client.events.create(input, { deadline: 100_000 })
  expect(clock.now() - began).toBe(90_000)
})

test('the deadline ends an attempt that would outlast it', async () => {
  const { client, clock } = clientOf(scriptedFetch(hang()))
  const began = clock.now()
  const error = (await rejection(client.events.create(input, { deadline: 5000 }))) as TimeoutError
  expect(error.message).toContain('deadline of 5000 ms')
  expect(clock.now() - began).toBe(5000)
  expect(error.attempts).toHaveLength(1)
})

test('a wait that would outlast the deadline is not begun', async () => {
  const { client, clock } = clientOf(scriptedFetch(failing(503)))
  const began = clock.now()
  expect(await rejection(client.events.create(input, { deadline: 400 }))).toBeInstanceOf(ServerError)
  expect(clock.now()).toBe(began)
})

test('a webhook is not registered twice: only what was certainly not carried out is repeated', async () => {
  const webhook = {
    id: 'wh_1',
    url: 'https://a.example',
    events: ['*'],
    status: 'active',
    created: '',
    secret: 'whsec_abcd',
  }
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
  for (const step of [
    reset(),
    failing(500),
    failing(408),
    hang(),
    answer(201, '<html>'),
    truncate(success),
  ]) {
    expect(await register(step, success)).toMatchObject({ count: 1, result: { outcome: 'unknown' } })
  }
})

test('a 404 after a deletion of unknown outcome is success, and else an error', async () => {
  const gone = refuse(404, 'not_found')
  const lost = clientOf(scriptedFetch(reset(), gone)).client.webhooks.delete('wh_1')
  expect(await lost).toEqual({ id: 'wh_1', deleted: true })
  expect(await rejection(clientOf(scriptedFetch(gone)).client.webhooks.delete('wh_1'))).toMatchObject({
    name: 'NotFoundError',
    code: 'not_found',
  })
  const limited = clientOf(scriptedFetch(rateLimit(1), gone)).client.webhooks.delete('wh_1')
  expect(await rejection(limited)).toMatchObject({ name: 'NotFoundError' })
})

test('the outcome is the gravest of all attempts', async () => {
  const outcomeOf = async (...steps: Parameters<typeof scriptedFetch>) =>
    ((await rejection(clientOf(scriptedFetch(...steps)).client.events.create(input))) as ApiError).outcome
  expect(await outcomeOf(refuseConnection())).toBe('not-sent')
  expect(await outcomeOf(refuseConnection(), rateLimit(1))).toBe('rejected')
  expect(await outcomeOf(reset(), rateLimit(1))).toBe('unknown')
  expect(await outcomeOf(failing(500), refuse(401, 'unauthorized'))).toBe('unknown')
})

test('each attempt stands on the error, in order', async () => {
  const fetch = scriptedFetch(
    answer(503, '', { 'x-request-id': 'req_1' }),
    reset(),
    refuse(400, 'invalid_request', 'type is required.', 'type'),
  )
  const error = (await rejection(
    clientOf(fetch).client.events.create(input, { idempotencyKey: 'k1' }),
  )) as ApiError
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    param: 'type',
    idempotencyKey: 'k1',
    status: 400,
  })
  expect(error.attempts).toMatchObject([
    { status: 503, requestId: 'req_1', error: 'The service answered 503.' },
    { status: undefined, error: 'No answer from https://api.events.example: read ECONNRESET' },
    { status: 400, error: 'type is required.' },
  ])
})

test('an aborted signal ends a call before, during and between its attempts', async () => {
  const before = scriptedFetch(created)
  const early = await rejection(
    clientOf(before).client.events.create(input, { signal: AbortSignal.abort('why') }),
  )
  expect(early).toMatchObject({ name: 'AbortError', cause: 'why', outcome: 'not-sent' })
  expect(before.requests).toHaveLength(0)

  const during = new AbortController()
  const clock = createFakeClock()
  const call = clientOf(scriptedFetch(hang()), { clock }).client.events.create(input, {
    signal: during.signal,
  })
  const late = rejection(call)
  await clock.advance(10)
  during.abort()
  expect(await late).toMatchObject({ name: 'AbortError', outcome: 'unknown' })
  expect(clock.pending).toBe(0)

  const between = new AbortController()
  const waiting = rejection(
    clientOf(scriptedFetch(failing(503)), { clock }).client.events.create(input, { signal: between.signal }),
  )
  await clock.advance(10)
  between.abort()
  expect(await waiting).toBeInstanceOf(AbortError)
  expect(clock.pending).toBe(0)
})

test('no listener stays on the signal and no timer behind', async () => {
  const { signal } = new AbortController()
  const listeners = new Set<unknown>()
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    listeners.add(listener)
    addEventListener.call(signal, type, listener)
  }
  signal.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    listeners.delete(listener)
    removeEventListener.call(signal, type, listener)
  }
  const { client, clock } = clientOf(scriptedFetch(failing(503), created))
  await client.events.create(input, { signal })
  expect(listeners.size).toBe(0)
  expect(clock.pending).toBe(0)
})

test('the timeout covers a body that never ends', async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  const error = await rejection(
    clientOf(scriptedFetch(endless), { maxRetries: 0 }).client.events.create(input),
  )
  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' })
})

test('a redirect is an error, not a GET without the body', async () => {
  const fetch = scriptedFetch(answer(302, '', { location: 'https://elsewhere.example/' }))
  const error = await rejection(clientOf(fetch).client.events.create(input))
  expect(error).toMatchObject({ name: 'ApiError', status: 302, outcome: 'rejected' })
  expect(fetch.requests).toHaveLength(1)
})

test('an error whose body is lost keeps its status', async () => {
  const fetch = scriptedFetch(truncate(refuse(400, 'invalid_request')))
  expect(await rejection(clientOf(fetch).client.events.create(input))).toMatchObject({
    status: 400,
    outcome: 'rejected',
  })
})

test.each([Number.NaN, 0, -1])('a timeout of %d is refused by name', async (timeout) => {
  const fetch = scriptedFetch(created)
  expect(await rejection(clientOf(fetch).client.events.create(input, { timeout }))).toMatchObject({
    param: 'timeout',
  })
  expect(await rejection(clientOf(fetch).client.events.create(input, { deadline: timeout }))).toMatchObject({
    param: 'deadline',
  })
  expect(fetch.requests).toHaveLength(0)
})

test('a Retry-After of exactly 60 s is waited for', async () => {
  const { client, clock } = clientOf(scriptedFetch(rateLimit(60), created))
  const began = clock.now()
  await client.events.create(input)
  expect(clock.now() - began).toBe(60_000)
})

test('a signal that is aborted right before an attempt begins keeps it from being sent', async () => {
  const abort = new AbortController()
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { hooks: { request: () => abort.abort() } })
  const error = await rejection(client.events.create(input, { signal: abort.signal }))
  expect(error).toMatchObject({ name: 'AbortError', outcome: 'not-sent' })
  expect(fetch.requests).toHaveLength(0)
})

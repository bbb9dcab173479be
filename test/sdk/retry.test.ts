import { type ApiError, ConnectionError, type RequestError } from '@event-delivery/sdk'
import {
  answer,
  hang,
  rateLimit,
  refuse,
  refuseConnection,
  reset,
  scriptedFetch,
  truncate,
} from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
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

test('maxRetries 0 sends exactly one request', async () => {
  const fetch = scriptedFetch(failing(500), created)
  await rejection(clientOf(fetch, { maxRetries: 0 }).client.events.create(input))
  expect(fetch.requests).toHaveLength(1)
})

test.each([Number.NaN, -1, '2'])('a maxRetries of %s is refused by its name', async (count) => {
  const fetch = scriptedFetch(failing(500))
  const maxRetries = count as number
  expect(() => clientOf(fetch, { maxRetries })).toThrow(expect.objectContaining({ param: 'maxRetries' }))
  const call = clientOf(fetch).client.events.create(input, { maxRetries })
  expect(await rejection(call)).toMatchObject({ param: 'maxRetries' })
  expect(fetch.requests).toHaveLength(0)
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
  expect(fetch.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
    Array(3).fill(idempotencyKey),
  )
  expect(fetch.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    Array(3).fill({ ...input, idempotencyKey }),
  )
})

test('the error of a refused connection has its cause, with the code', async () => {
  const error = (await rejection(
    clientOf(scriptedFetch(refuseConnection())).client.events.create(input),
  )) as ConnectionError
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({
    outcome: 'not-sent',
    cause: { message: 'fetch failed', cause: { code: 'ECONNREFUSED' } },
  })
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

test('a 404 after a deletion of unknown outcome is a success, and any other 404 an error', async () => {
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

test('the error lists each attempt, in order', async () => {
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
    { status: 503, requestId: 'req_1', error: '503 text/plain, request id req_1' },
    { status: undefined, error: 'read ECONNRESET' },
    { status: 400, error: '400 application/json invalid_request "type is required", param type' },
  ])
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

import type { ClientOptions, EventDelivery } from '@event-delivery/sdk'
import {
  createFakeClock,
  hang,
  rateLimit,
  refuse,
  scriptedFetch,
  type Step,
} from '@event-delivery/sdk/testing'
import type { Middleware } from 'openapi-fetch'
import { expect, test } from 'vitest'
import { clientOf, created, input, like, rejection, stored } from './client'

const never = () => new Promise<never>(() => {})

/** A client with a middleware, on a clock that the test moves. */
function clientWith(
  middleware: Middleware,
  steps: [Step, ...Step[]] = [created],
  options: ClientOptions = {},
) {
  const fetch = scriptedFetch(...steps)
  const clock = createFakeClock()
  const { client } = clientOf(fetch, { clock, ...options })
  client.http.use(middleware)
  return { client, clock, fetch }
}

type Options = { deadline?: number; timeout?: number; signal?: AbortSignal }
const calls: Record<string, (client: EventDelivery, options: Options) => Promise<unknown>> = {
  'a call of a resource': async ({ events }, options) => events.create(input, options),
  'a direct call': async (client, { signal, ...limits }) =>
    client.withOptions(limits).http.GET('/v1/events', { signal }),
}

const hangs: Record<string, { middleware: Middleware; outcome: string; sent: number }> = {
  onRequest: { middleware: { onRequest: never }, outcome: 'not-sent', sent: 0 },
  onResponse: { middleware: { onResponse: never }, outcome: 'unknown', sent: 1 },
}

const limits: Record<string, [options: Options, message: string]> = {
  timeout: [{ timeout: 1000 }, 'timeout of 1000 ms is over'],
  deadline: [{ deadline: 1000 }, 'deadline of 1000 ms is over'],
}

const cases = Object.keys(calls).flatMap((call) =>
  Object.keys(hangs).flatMap((hang) =>
    Object.keys(limits).map((limit): [string, string, string] => [limit, hang, call]),
  ),
)

test.each(cases)('the %s ends an %s that hangs in %s', async (limit, hang, name) => {
  const { middleware, outcome, sent } = hangs[hang]!
  const [options, message] = limits[limit]!
  const { client, clock, fetch } = clientWith(middleware, [created])
  const call = rejection(calls[name]!(client, options))
  await clock.advance(1000)
  expect(await call).toMatchObject({ name: 'TimeoutError', outcome, message: like(message) })
  expect(fetch.requests).toHaveLength(sent)
  expect(clock.pending).toBe(0)
})

test.each(cases.filter(([limit]) => limit === 'timeout'))(
  'the signal, as the %s, ends an %s that hangs in %s',
  async (_, hang, name) => {
    const { middleware, outcome } = hangs[hang]!
    const abort = new AbortController()
    const { client } = clientWith(middleware)
    const call = rejection(calls[name]!(client, { signal: abort.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort('enough')
    expect(await call).toMatchObject({ name: 'AbortError', cause: 'enough', outcome })
  },
)

test('a hang after the answer tells the attempts and the key, under which the call can be repeated', async () => {
  const { client, clock } = clientWith({ onResponse: never }, [created])
  const call = rejection(client.events.create(input, { timeout: 500, idempotencyKey: 'k' }))
  await clock.advance(500)
  expect(await call).toMatchObject({
    message: like(/was answered.*the timeout of 500 ms is over.*middleware.*idempotencyKey of this error/),
    attempts: [{ status: 201 }],
    idempotencyKey: 'k',
    retryable: true,
  })
})

test('an onRequest that goes on after its call has ended sends nothing', async () => {
  let goOn = () => {}
  const clock = createFakeClock()
  const onRequest = () => new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)))
  const { client, fetch } = clientWith({ onRequest }, [created], { clock })
  const call = rejection(client.events.create(input, { timeout: 500 }))
  await clock.advance(500)
  expect(await call).toMatchObject({ outcome: 'not-sent' })
  goOn()
  await clock.advance(1000)
  expect(fetch.requests).toHaveLength(0)
})

test('the time of middleware counts for the deadline, and waits for the pace do not', async () => {
  const clock = createFakeClock()
  const wait = (ms: number) =>
    new Promise<undefined>((resolve) => clock.schedule(() => resolve(undefined), ms))
  const waiting = { onRequest: () => wait(600), onResponse: () => wait(300) }
  const { client } = clientWith(waiting, [created], { clock, rate: 1 })
  const first = client.events.create(input, { deadline: 1000 })
  const second = client.events.create(input, { deadline: 1000 })
  const tooLong = rejection(client.events.create(input, { deadline: 800 }))
  await clock.advance(5000)
  await expect(Promise.all([first, second])).resolves.toHaveLength(2)
  expect(await tooLong).toMatchObject({ message: like('deadline of 800 ms is over') })
})

test('the deadline counts the time of middleware against the retries', async () => {
  const clock = createFakeClock()
  const onRequest = () => new Promise<undefined>((resolve) => clock.schedule(() => resolve(undefined), 700))
  const { client, fetch } = clientWith({ onRequest }, [refuse(503, 'x'), created], { clock })
  const call = rejection(client.events.create(input, { deadline: 1000 }))
  await clock.advance(2000)
  expect(await call).toMatchObject({ status: 503 })
  expect(fetch.requests).toHaveLength(1)
})

test('each attempt has its whole timeout, whatever the time of the call before it', async () => {
  const { client, clock } = clientWith({ onRequest: () => undefined }, [rateLimit(5), created])
  const call = client.events.create(input, { timeout: 1000 })
  await clock.advance(10_000)
  await expect(call).resolves.toMatchObject({ id: 'evt_1' })
})

test('middleware of a single direct call is within the limits too', async () => {
  const clock = createFakeClock()
  const { client } = clientOf(scriptedFetch(created), { clock, timeout: 1000 })
  const call = rejection(client.http.GET('/v1/events', { middleware: [{ onRequest: never }] }))
  await clock.advance(1000)
  expect(await call).toMatchObject({ name: 'TimeoutError', operation: 'http', outcome: 'not-sent' })
})

test.each(Object.entries(calls))(
  '%s that is aborted while its request is under way says that it may be done',
  async (_, call) => {
    const { client } = clientWith({ onRequest: () => undefined }, [hang()])
    const abort = new AbortController()
    const ended = rejection(call(client, { signal: abort.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort('enough')
    const error = { name: 'AbortError', cause: 'enough', outcome: 'unknown', attempts: [{}] }
    expect(await ended).toMatchObject(error)
  },
)

test('a refusal is certain, and is what a middleware that hangs after it ends with', async () => {
  const { client, clock } = clientWith({ onResponse: never }, [refuse(404, 'not_found')])
  const call = rejection(client.events.retrieve('evt_1', { timeout: 500 }))
  await clock.advance(500)
  const attempts = [{ status: 404 }]
  expect(await call).toMatchObject({ name: 'NotFoundError', outcome: 'rejected', attempts })
})

test.each<[string, (abort: AbortController) => Options]>([
  ['the deadline', () => ({ deadline: 500 })],
  ['an abort', ({ signal }) => ({ signal })],
])('a middleware may answer at once after %s, and is not waited for where it hangs', async (_, options) => {
  for (const onError of [() => Response.json({ ...stored, id: 'evt_kept' }), never]) {
    const abort = new AbortController()
    const { client, clock } = clientWith({ onError }, [hang()])
    const call = client.events.retrieve('evt_1', options(abort)).catch((error: unknown) => error)
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    await clock.advance(501)
    expect(await call).toMatchObject(onError === never ? { outcome: 'unknown' } : { id: 'evt_kept' })
    expect(clock.pending).toBe(0)
  }
})

import type {
  CallInfo,
  ClientOptions,
  EndEvent,
  Hooks,
  RequestError,
  ResponseEvent,
} from '@event-delivery/sdk'
import { answer, createFakeClock, hang, rateLimit, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { apiKey, clientOf, created, failing, input, rejection, stored } from './client'

/** Hooks that write down their names in order, and what each was called with. */
function recorder() {
  const names: string[] = []
  const events: Record<string, { call: CallInfo }[]> = {}
  const note = (name: string) => (event: { call: CallInfo }) => {
    names.push(name)
    ;(events[name] ??= []).push(event)
  }
  const hooks: Hooks = {}
  for (const name of ['start', 'wait', 'request', 'response', 'retry', 'retryDenied', 'end'] as const) {
    hooks[name] = note(name)
  }
  return { hooks, names, events }
}

test('the hooks of a call come in order, with one object for the call', async () => {
  const { hooks, names, events } = recorder()
  const fetch = scriptedFetch(failing(503), answer(200, stored, { 'x-served-by': `edge ${apiKey}` }))
  await clientOf(fetch, { hooks }).client.events.retrieve('evt_1')
  expect(names).toEqual(['start', 'request', 'response', 'retry', 'request', 'response', 'end'])
  const calls = new Set(Object.values(events).flatMap((list) => list.map(({ call }) => call)))
  expect([...calls]).toEqual([
    {
      operation: 'retrieveEvent',
      method: 'GET',
      url: 'https://api.events.example/v1/events/evt_1',
      template: '/v1/events/{id}',
      idempotencyKey: undefined,
    },
  ])
  const [, last] = events['response'] as ResponseEvent[]
  expect(last?.headers?.get('x-served-by')).toMatch(/^edge .*\[redacted]$/)
  const [end] = events['end'] as EndEvent[]
  expect(end).toMatchObject({ attempts: [{ status: 503 }, { status: 200 }], durationMs: 500 })
  expect(end).not.toHaveProperty('error.name')
})

test('a query does not reach the hooks', async () => {
  const { hooks, events } = recorder()
  const { client } = clientOf(scriptedFetch(answer(200, { data: [], hasMore: false })), { hooks })
  await client.events.list({ cursor: 'cur_1' })
  expect(events['start']).toMatchObject([
    { call: { url: 'https://api.events.example/v1/events', template: '/v1/events' } },
  ])
})

test('a direct call has hooks too', async () => {
  const { hooks, names, events } = recorder()
  const { client } = clientOf(scriptedFetch(answer(200, stored)), { hooks })
  await client.http.GET('/v1/events')
  expect(names).toEqual(['start', 'request', 'response', 'end'])
  expect(events['start']).toMatchObject([{ call: { operation: 'http', method: 'GET', template: '' } }])
})

const aborted = (ms: number) => {
  const abort = new AbortController()
  return { options: { signal: abort.signal }, at: [ms, () => abort.abort()] as const }
}

test.each([
  ['its signal', { ...aborted(10), error: 'AbortError' }],
  ['its deadline', { options: { deadline: 10 }, error: 'TimeoutError' }],
  ['its timeout', { options: { timeout: 10, maxRetries: 0 }, error: 'TimeoutError' }],
])('an attempt that %s ends is reported with its error, and without a complaint', async (_, ended) => {
  const { hooks, names, events } = recorder()
  const lines: string[] = []
  const line = (message: string) => void lines.push(message)
  const clock = createFakeClock()
  const { client } = clientOf(scriptedFetch(hang()), {
    clock,
    hooks,
    logger: { debug() {}, info() {}, warn: line, error: line },
  })
  const call = rejection(client.events.create(input, ended.options))
  if ('at' in ended) clock.schedule(ended.at[1], ended.at[0])
  await clock.advance(10)
  const error = await call
  expect(error).toMatchObject({ name: ended.error })
  expect(names).toEqual(['start', 'request', 'response', 'end'])
  expect(events['response']).toMatchObject([{ attempt: 1, durationMs: 10, status: undefined }])
  expect((events['response'] as ResponseEvent[])[0]?.error).toBe((error as RequestError).reason)
  expect((events['end'] as EndEvent[])[0]?.error).toBe(error)
  expect(lines).toEqual([])
  expect(clock.pending).toBe(0)
})

test('a call that is aborted before it begins or while it waits ends once', async () => {
  const before = recorder()
  const { client } = clientOf(scriptedFetch(created), { hooks: before.hooks })
  await rejection(client.events.create(input, { signal: AbortSignal.abort() }))
  expect(before.names.filter((name) => name === 'end')).toHaveLength(1)

  const during = recorder()
  const clock = createFakeClock()
  const abort = new AbortController()
  const options: ClientOptions = { clock, hooks: during.hooks }
  const { client: waiting } = clientOf(scriptedFetch(rateLimit(20)), options)
  const call = rejection(waiting.events.create(input, { signal: abort.signal }))
  await clock.advance(100)
  abort.abort()
  expect(await call).toMatchObject({ name: 'AbortError', outcome: 'rejected' })
  expect(during.names).toEqual(['start', 'request', 'response', 'retry', 'end'])
  expect(clock.pending).toBe(0)
})

test.each(['start', 'request', 'response', 'retry', 'end'] as const)(
  'a %s hook that throws, rejects or hangs changes no call',
  async (name) => {
    const ways = [
      () => {
        throw new Error('broken')
      },
      () => Promise.reject(new Error('broken')),
      () => new Promise<void>(() => {}),
    ]
    for (const hook of ways) {
      const fetch = scriptedFetch(failing(503), created)
      const { client, clock } = clientOf(fetch, { hooks: { [name]: hook }, timeout: 1000 })
      const began = clock.monotonic()
      expect(await client.events.create(input)).toEqual(stored)
      expect(fetch.requests).toHaveLength(2)
      expect(clock.monotonic() - began).toBeLessThanOrEqual(500 + 2 * 1000)
      expect(clock.pending).toBe(0)
    }
  },
)

test('hooks that hang do not hold a call beyond its deadline', async () => {
  const hangs = () => new Promise<void>(() => {})
  const hooks = { start: hangs, request: hangs, response: hangs, retry: hangs, end: hangs }
  const { client, clock } = clientOf(scriptedFetch(created), { hooks })
  const began = clock.monotonic()
  expect(await rejection(client.events.create(input, { deadline: 700 }))).toMatchObject({
    name: 'TimeoutError',
  })
  expect(clock.monotonic() - began).toBe(700)
})

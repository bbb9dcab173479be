import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  CallInfo,
  ClientOptions,
  EndEvent,
  Hooks,
  RequestError,
  ResponseEvent,
  RequestEvent,
  SendEvent,
} from '@event-delivery/sdk'
import { answer, createFakeClock, hang, rateLimit, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { apiKey, clientOf, created, failing, input, recordingLogger, rejection, stored } from './client'

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
  const { lines, logger } = recordingLogger()
  const clock = createFakeClock()
  const { client } = clientOf(scriptedFetch(hang()), { clock, hooks, logger })
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

const fails = () => {
  throw new Error('broken')
}

test.each(['start', 'request', 'response', 'retry', 'end'] as const)(
  'a %s hook that throws, rejects or hangs changes no call',
  async (name) => {
    const ways = [
      fails,
      () => Promise.reject(new Error('broken')),
      () => Promise.reject(Object.create(null) as Error),
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

test('fetch runs in the context of a send hook that sends at once', async () => {
  const context = new AsyncLocalStorage<string>()
  let found: string | undefined
  const fetch = scriptedFetch((...request) => {
    found = context.getStore()
    return created(...request)
  })
  const hooks: Hooks = { send: ({ send }) => context.run('sending', send) }
  await clientOf(fetch, { hooks }).client.events.create(input)
  expect(found).toBe('sending')
})

test('a send hook gets the headers of its request hook, without the key', async () => {
  const prepared: RequestEvent[] = []
  const sent: SendEvent[] = []
  const hooks: Hooks = {
    request: (event) => void prepared.push(event),
    send: (event) => void sent.push(event),
  }
  await clientOf(scriptedFetch(failing(503), created), { hooks }).client.events.create(input)
  expect(sent).toHaveLength(2)
  expect(sent.map(({ headers }) => headers)).toEqual(prepared.map(({ headers }) => headers))
  for (const [index, { headers }] of sent.entries()) {
    expect(headers).toBe(prepared[index]?.headers)
    expect([...headers.keys()]).not.toContain('authorization')
  }
})

test.each<[string, NonNullable<Hooks['send']>]>([
  ['throws', fails],
  ['rejects', () => Promise.reject(new Error('broken'))],
  ['hangs', () => new Promise(() => {})],
  ['does not send', () => {}],
  ['sends twice', ({ send }) => (send(), send())],
  ['sends late', async ({ send }) => (await Promise.resolve(), send())],
])('a send hook that %s changes nothing', async (_, send) => {
  const fetch = scriptedFetch(created)
  expect(await clientOf(fetch, { hooks: { send } }).client.events.create(input)).toEqual(stored)
  expect(fetch.requests).toHaveLength(1)
})

test.each([
  ['request', 'TimeoutError'],
  ['response', stored.id],
] as const)('a %s hook that hangs holds nothing up beyond the deadline', async (name, end) => {
  const { client, clock } = clientOf(scriptedFetch(created), {
    deadline: 300,
    hooks: { [name]: () => new Promise(() => {}) },
  })
  const began = clock.now()
  const ended = await client.events.create(input).then<string, string>(
    ({ id }) => id,
    (error) => (error as Error).name,
  )
  expect([ended, clock.now() - began]).toEqual([end, 300])
})

test('hooks are called as methods of their object', async () => {
  class Counter {
    count = 0
    request(): void {
      this.count++
    }
    response(): void {
      this.count++
    }
  }
  const hooks = new Counter()
  await clientOf(scriptedFetch(created), { hooks }).client.events.create(input)
  expect(hooks.count).toBe(2)
})

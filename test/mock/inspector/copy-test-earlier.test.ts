import { afterAll, expect, test } from 'vitest'
import { createClock, resolveDialect, type BackendOptions, type RequestEntry } from '@event-delivery/mock'
import { accept, createHarness, type CallOptions, type Harness } from '../../support/backend'
import type { CopyContext } from '../../../mock/inspector/copy/copies'
import { formOf, lastRequest } from './copied-programs'
import { failing, registerTests } from './copied-tests'

interface Case {
  /** Makes the requests of which the last one is copied. */
  send(harness: Harness): Promise<unknown>
  options?: BackendOptions
  /** Words that the copied test must hold. */
  holds: string
}

const post = (path: string, body: unknown): [string, string, CallOptions] => ['POST', path, { body }]
/** The creation of an event, with an idempotency key in each place where a dialect may look for it. */
const creation = (data: unknown): [string, string, CallOptions] => [
  'POST',
  '/v1/events',
  { body: { type: 'order.paid', data, idempotencyKey: 'one' }, headers: { 'x-once': 'one' } },
]
const webhook = post('/v1/webhooks', { url: 'https://a.example/hooks', events: ['*'] })
const examples = (count: number) => ({
  seed: { events: Array.from({ length: count }, (_, order) => ({ type: 'order.paid', data: { order } })) },
})

/** Creates an event twice by one idempotency key, the second time with other data. */
async function createTwice({ call }: Harness): Promise<void> {
  await call(...creation({ order: 1 }))
  await call(...creation({ order: 2 }))
}

/** Reads a list by two pages. */
async function readOn({ call }: Harness, path: string, key?: string): Promise<void> {
  const { json } = await call('GET', path, { key })
  const { nextCursor } = json as unknown as { nextCursor: string }
  await call('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`, { key })
}

const cases: Record<string, Case> = {
  'mismatch-400': {
    send: createTwice,
    options: { dialect: { idempotencyMismatch: '400' } },
    holds: 'earlier: true',
  },
  'mismatch-409': {
    send: createTwice,
    options: { dialect: { idempotencyMismatch: '409', idempotency: { in: 'header', name: 'X-Once' } } },
    holds: 'earlier: true',
  },
  'mismatch-422': {
    send: createTwice,
    options: { dialect: { idempotencyMismatch: '422' } },
    holds: 'toBe(422)',
  },
  'replayed-original': { send: createTwice, holds: 'order: 1' },
  'duplicate-url': {
    async send({ call }) {
      await call(...webhook)
      await call(...webhook)
    },
    options: { dialect: { duplicateUrls: 'reject' } },
    holds: 'toBe(409)',
  },
  'large-event': {
    send: ({ call }) => call(...creation('x'.repeat(300_000))),
    holds: "'x'.repeat(262144)",
  },
  'large-webhook': {
    send: ({ call }) => call(...post('/v1/webhooks', { description: 'x'.repeat(5_000) })),
    options: { dialect: { maxPayloadBytes: 4_096 } },
    holds: "'x'.repeat(4096)",
  },
  'later-page': {
    send: (harness) => readOn(harness, '/v1/events?limit=2'),
    options: examples(5),
    holds: 'toHaveLength(2)',
  },
  'last-page': {
    send: (harness) => readOn(harness, '/v1/events'),
    options: examples(23),
    holds: 'toBe(false)',
  },
  'later-webhooks': {
    async send(harness) {
      for (const host of ['a', 'b', 'c']) {
        await harness.call(...post('/v1/webhooks', { url: `https://${host}.example`, events: ['*'] }))
      }
      await readOn(harness, '/v1/webhooks?limit=1')
    },
    holds: 'webhooks: Array.from',
  },
  'later-test-page': {
    async send(harness) {
      for (let order = 0; order < 3; order++) {
        const body = { type: 'order.paid', data: { order } }
        await harness.call('POST', '/v1/events', { body, key: 'sk_test_mock' })
      }
      await readOn(harness, '/v1/events?limit=2', 'sk_test_mock')
    },
    holds: "mode: 'test'",
  },
  'internal-error': {
    send: ({ call }) => call(...creation({})),
    options: { ids: outOfIds },
    holds: "kind: 'status', status: 500",
  },
  'injected-500': {
    send: ({ call }) => call(...creation({})),
    options: { faults: [{ kind: 'status', status: 500, operation: 'createEvent' }] },
    holds: "kind: 'status', status: 500",
  },
  latency: {
    send: (harness) => inTime(harness, 2_500, () => harness.call(...creation({}))),
    options: { faults: [{ kind: 'latency', latency: 2_500 }] },
    holds: "kind: 'latency', latency: 2500",
  },
  'latency-after-commit': {
    send: (harness) => inTime(harness, 800, () => harness.call('GET', '/v1/events?limit=2')),
    options: { faults: [{ kind: 'latency-after-commit', latency: 800 }], ...examples(3) },
    holds: 'toHaveLength(2)',
  },
  'preferred-delay': {
    send: (harness) =>
      inTime(harness, 60, () => harness.call('GET', '/v1/events', { headers: { prefer: 'delay=60' } })),
    holds: 'clock.advance(60)',
  },
}

/** Makes the ids of everything but of events. */
function outOfIds(kind: string): string {
  if (kind === 'evt') throw new Error('There are no more ids.')
  return `${kind}_1`
}

/** Moves the clock while a request waits for it. */
async function inTime({ clock }: Harness, wait: number, send: () => Promise<unknown>): Promise<void> {
  let isOver = false
  const sent = send().finally(() => (isOver = true))
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve))
    await clock.advance(wait)
  }
  await sent
}

/** The facts that the page asks the mock for when it copies an entry. */
async function contextOf(
  { call, backend }: Harness,
  { number, refusal }: RequestEntry,
): Promise<CopyContext> {
  const path = `/__mock/journal/${number}/explanation`
  const { json } = await call('GET', path, { key: null })
  const { situation = null } = json as unknown as { situation?: string }
  return { baseUrl: 'http://localhost', dialect: backend.dialect, situation: refusal ? situation : null }
}

const texts: Record<string, string> = {}
for (const [name, { send, options }] of Object.entries(cases)) {
  const harness = createHarness(options, accept, afterAll)
  await send(harness)
  const entry = await lastRequest(harness)
  const { text, reason = '' } = formOf('test', entry, await contextOf(harness, entry))
  texts[name] = text ?? reason
}

// Without the earlier request, the wait or the data each of these gets another answer.
const earlier = / {2}await fetch\([^]*?\n {2}\}\)\n/
const broken: Record<string, [name: string, part: RegExp | string, instead: string]> = {
  'broken-mismatch': ['mismatch-400', earlier, ''],
  'broken-duplicate': ['duplicate-url', earlier, ''],
  'broken-replay': ['replayed-original', earlier, ''],
  'broken-size': ['large-event', '262144', '2621'],
  'broken-page': ['last-page', 'length: 23', 'length: 22'],
  'broken-wait': ['latency', /faults: \[[^\]]*\],?/, ''],
}
const textsOfBroken = Object.entries(broken).map(([name, [of, part, instead]]) => [
  name,
  failing((texts[of] ?? '').replace(part, instead)),
])

// A test brings back the requests, the data and the faults on which its answer rests.
registerTests({ ...texts, ...(Object.fromEntries(textsOfBroken) as Record<string, string>) })

test.each(Object.entries(cases))('the test %s holds what brings its answer back', (name, { holds }) => {
  expect(texts[name]).toMatch(/^test\(/m)
  expect(texts[name]).toContain(holds)
})

test.each(Object.entries(broken))('the test %s lacks a part of another', (_, [of, part, instead]) => {
  expect(texts[of]?.replace(part, instead)).not.toBe(texts[of])
})

test('a refusal that the mock has forgotten says why it may need an earlier request', async () => {
  const options = { dialect: { idempotencyMismatch: '400' } } as const
  const harness = createHarness(options)
  await createTwice(harness)
  const entry = await lastRequest(harness)
  const context = { baseUrl: 'http://localhost', dialect: resolveDialect(options.dialect) }
  expect(formOf('test', entry, context).reason).toContain('no longer holds this request')
  expect(formOf('test', entry, { ...context, dialect: resolveDialect({}) }).reason).toBeUndefined()
})

test('a request that waited for a clock in vain has no test', async () => {
  const harness = createHarness({ clock: createClock(), limits: { frozenWait: 20 } })
  await harness.call('GET', '/v1/events', { headers: { prefer: 'delay=1000' } })
  const entry = await lastRequest(harness)
  expect(formOf('test', entry, await contextOf(harness, entry)).reason).toContain('a clock that stood still')
})

import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import type { RequestEntry } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { createHarness, type Harness } from '../support/backend'

const document: unknown = parse(readFileSync(new URL('../../openapi/openapi.yaml', import.meta.url), 'utf8'))

const lastRequest = async ({ journal }: Harness) =>
  (await journal<RequestEntry>()).filter(({ kind }) => kind === 'request').at(-1)!

/** The value that a JSON pointer (RFC 6901) into the document names. */
function resolve(pointer: string): unknown {
  const [file, path = ''] = pointer.split('#')
  expect(file).toBe('openapi.yaml')
  let value: unknown = document
  for (const step of path.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = (value as Record<string, unknown> | undefined)?.[name]
  }
  return value
}

test('requests and deliveries are listed in the order in which they ended', async () => {
  const { createWebhook, deliver, journal } = createHarness()
  await createWebhook()
  await deliver({ type: 'order.paid' })
  const entries = await journal()
  expect(entries.map(({ number, kind }) => `${number} ${kind}`)).toEqual([
    '1 request',
    '2 request',
    '3 delivery',
  ])
  expect(entries[1]).toMatchObject({
    ...{ at: '2026-11-21T03:00:00.000Z', method: 'POST', path: '/v1/events', operation: 'createEvent' },
    ...{ mode: 'live', status: 201, body: '{"type":"order.paid","data":{"order":1}}' },
  })
  expect(entries[1]).not.toHaveProperty('refusal')
  expect(entries[2]).toMatchObject({ eventType: 'order.paid', outcome: 'delivered', status: 204 })
  expect(await journal('?after=2')).toEqual([entries[2]])
})

const twoKeys = [{ idempotencyKey: 'a' }, { headers: { 'idempotency-key': 'b' } }] as const
const schemas = '#/components/schemas'
const post = '#/paths/~1v1~1events/post/responses'

const refusals: [send: (harness: Harness) => Promise<unknown>, pointer: string][] = [
  [({ createEvent }) => createEvent({ type: undefined }), `${schemas}/EventCreate/required`],
  [({ createEvent }) => createEvent({ data: 7 }), `${schemas}/EventCreate/properties/data/type`],
  [({ createEvent }) => createEvent({ type: '' }), `${schemas}/EventTypeName/minLength`],
  [
    ({ createWebhook }) => createWebhook({ url: 'http://a' }),
    `${schemas}/WebhookCreate/properties/url/pattern`,
  ],
  [
    ({ createWebhook }) => createWebhook({ events: ['*', 'a'] }),
    `${schemas}/WebhookCreate/properties/events/then/maxItems`,
  ],
  [({ call }) => call('GET', '/v1/events?limit=101'), '#/components/parameters/Limit'],
  [({ call }) => call('GET', '/v1/events?cursor=x'), '#/components/parameters/Cursor'],
  [({ createEvent }) => createEvent(...twoKeys), '#/components/parameters/IdempotencyKeyHeader'],
  [({ call }) => call('GET', '/v1/events', { key: null }), '#/paths/~1v1~1events/get/responses/401'],
  [({ createEvent }) => createEvent({}, { key: 'sk_live_readonly_mock' }), `${post}/4XX`],
  [({ call }) => call('DELETE', '/v1/webhooks/wh_1'), '#/paths/~1v1~1webhooks~1{id}/delete/responses/404'],
  [({ call }) => call('GET', '/v1/nothing'), '#/paths'],
  [({ call }) => call('POST', '/v1/events', { text: '{' }), `${post}/400`],
]

test.each(refusals)('what %s sends is explained by the pointer %s', async (send, pointer) => {
  const harness = createHarness()
  await send(harness)
  const { refusal, status } = await lastRequest(harness)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(refusal?.pointer).toBe(`openapi.yaml${pointer}`)
  expect(resolve(refusal!.pointer)).toBeDefined()
})

test('a field that a strict dialect does not know is explained', async () => {
  const harness = createHarness({ dialect: { unknownFields: 'reject' } })
  await harness.createEvent({ extra: 1 })
  const { refusal } = await lastRequest(harness)
  expect(resolve(refusal!.pointer)).toHaveProperty('type')
  expect(refusal).toMatchObject({ param: 'extra', code: 'invalid_request' })
})

test('keys and secrets are shortened to their prefix, but for the built-in keys', async () => {
  const harness = createHarness({ keys: [{ key: 'sk_live_mock' }, { key: 'sk_live_private1' }] })
  const { secret } = await harness.createWebhook({}, { key: 'sk_live_private1' })
  const { json } = await harness.call('POST', '/v1/keys', {
    body: { name: 'sk_live_private1', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' },
  })
  await harness.call('GET', '/v1/events?cursor=sk_live_private1', { key: 'sk_live_unknown7' })
  const shown = JSON.stringify(await harness.journal())
  for (const hidden of [secret, json.key, 'private1', 'unknown7']) expect(shown).not.toContain(hidden)
  expect(shown).toContain('Bearer sk_live_mock')
  expect(shown).toContain('Bearer sk_live_...')
})

test.each([
  ['HEAD', '/v1/events', `curl --head 'http://localhost/v1/events'`],
  ['GET', '/v1/events?x=[1-2]', `curl -X GET --globoff 'http://localhost/v1/events?x=[1-2]'`],
])('the command line of %s %s is one that curl understands', async (method, path, expected) => {
  const harness = createHarness()
  await harness.call(method, path, { key: 'sk_live_private1' })
  const { curl } = await lastRequest(harness)
  expect(curl).toBe(`${expected} -H 'authorization: Bearer '"$EVENT_DELIVERY_API_KEY"`)
})

test('a request whose body is not kept whole has no command line, and says why', async () => {
  const harness = createHarness()
  const bytes = (text: string) => new TextEncoder().encode(text)
  const curls = []
  for (const text of [bytes('{}'), bytes(' '.repeat(20_000)), bytes('{}\0'), Uint8Array.of(0xff)]) {
    await harness.call('POST', '/v1/events', { text })
    const { curl, noCurl } = await lastRequest(harness)
    curls.push(curl ?? noCurl)
  }
  expect(curls[0]).toMatch(/--data-raw '\{\}'$/)
  expect(curls[1]).toBe('The journal does not hold the whole body of the request.')
  expect(curls[2]).toMatch(/^\{ printf '\{\}\\000'; \} \| curl .* --data-binary @-$/)
  expect(curls[3]).toMatch(/^\{ printf '\\377'; \} \| curl .* --data-binary @-$/)
})

test('the journal keeps the last entries, and cuts off long bodies', async () => {
  const harness = createHarness({ limits: { journal: 3 } })
  for (let order = 0; order < 5; order++) await harness.createEvent({ data: { text: 'x'.repeat(20_000) } })
  const entries = (await harness.journal<RequestEntry>()).filter(({ kind }) => kind === 'request')
  expect(entries.map(({ number }) => number)).toEqual([3, 4, 5])
  for (const { body, answer } of entries) {
    expect(body).toHaveLength(16_385)
    expect(answer).toHaveLength(4_097)
  }
})

test('a fault and a reset connection are in the journal', async () => {
  const harness = createHarness()
  harness.backend.faults.add({ kind: 'reset', seed: 5 })
  await expect(harness.createEvent()).rejects.toThrow()
  expect(await lastRequest(harness)).toMatchObject({
    fault: 'fault_1; kind=reset; seed=5; draw=1',
    operation: 'createEvent',
  })
})

test('over a socket the journal arrives as it grows, and ends with the backend', async () => {
  const { backend, createEvent } = createHarness()
  const server = await serve(backend, { port: 0 })
  onTestFinished(() => server.close())
  await backend.ready()
  const response = await fetch(`${server.baseUrl}/__mock/journal`, {
    headers: { accept: 'text/event-stream', 'last-event-id': '0' },
  })
  const reader = response.body!.getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await next()).toMatch(/^: journal\n\nevent: journal\ndata: \{"id":"[\da-f]{16}\.0","last":0\}\n\n$/)
  await createEvent()
  expect(await next()).toMatch(/^id: 1\n/)
  await backend.close()
  expect((await reader.read()).done).toBe(true)
})

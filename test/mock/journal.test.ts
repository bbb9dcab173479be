import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import type { JournalEntry, RequestEntry } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { createHarness, type Harness } from '../support/backend'
import { serveListener } from '../support/node-server'

const control = { key: null }
const document: unknown = parse(readFileSync(new URL('../../openapi/openapi.yaml', import.meta.url), 'utf8'))

/** The entries of the requests and of what followed from them. */
async function journal({ call, firstEntry }: Harness, query = ''): Promise<JournalEntry[]> {
  const { json } = await call('GET', `/__mock/journal${query}`, control)
  const { data } = json as unknown as { data: JournalEntry[] }
  return data.filter(({ number }) => number >= firstEntry)
}

async function lastRequest(harness: Harness): Promise<RequestEntry> {
  const last = (await journal(harness)).filter(({ kind }) => kind === 'request').at(-1)
  return last as RequestEntry
}

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
  const harness = createHarness()
  const first = harness.firstEntry
  await harness.createWebhook()
  await harness.createEvent({ type: 'order.paid' })
  await harness.backend.waitForIdle()
  const entries = await journal(harness)
  expect(entries.map(({ number, kind }) => [number, kind])).toEqual([
    [first, 'request'],
    [first + 1, 'request'],
    [first + 2, 'delivery'],
  ])
  expect(entries[1]).toMatchObject({
    at: '2026-11-21T03:00:00.000Z',
    method: 'POST',
    path: '/v1/events',
    operation: 'createEvent',
    mode: 'live',
    status: 201,
    body: '{"type":"order.paid","data":{"order":1}}',
  })
  expect(entries[1]).not.toHaveProperty('refusal')
  expect(entries[2]).toMatchObject({ eventType: 'order.paid', outcome: 'delivered', status: 204 })
  expect(await journal(harness, `?after=${first + 1}`)).toEqual([entries[2]])
})

const refusals: [name: string, send: (harness: Harness) => Promise<unknown>, pointer: string][] = [
  [
    'a missing field',
    ({ createEvent }) => createEvent({ type: undefined }),
    '#/components/schemas/EventCreate/required',
  ],
  [
    'a wrong type',
    ({ createEvent }) => createEvent({ data: 7 }),
    '#/components/schemas/EventCreate/properties/data/type',
  ],
  [
    'an empty type',
    ({ createEvent }) => createEvent({ type: '' }),
    '#/components/schemas/EventTypeName/minLength',
  ],
  [
    'an insecure url',
    ({ createWebhook }) => createWebhook({ url: 'http://a.example' }),
    '#/components/schemas/WebhookCreate/properties/url/pattern',
  ],
  [
    'events that are mixed',
    ({ createWebhook }) => createWebhook({ events: ['*', 'a'] }),
    '#/components/schemas/WebhookCreate/properties/events/not',
  ],
  ['a limit', ({ call }) => call('GET', '/v1/events?limit=101'), '#/components/parameters/Limit'],
  ['a cursor', ({ call }) => call('GET', '/v1/events?cursor=x'), '#/components/parameters/Cursor'],
  [
    'two idempotency keys',
    ({ createEvent }) => createEvent({ idempotencyKey: 'a' }, { headers: { 'idempotency-key': 'b' } }),
    '#/components/parameters/IdempotencyKeyHeader',
  ],
  [
    'no key',
    ({ call }) => call('GET', '/v1/events', { key: null }),
    '#/paths/~1v1~1events/get/responses/401',
  ],
  [
    'a missing scope',
    ({ createEvent }) => createEvent({}, { key: 'sk_live_readonly_mock' }),
    '#/paths/~1v1~1events/post/responses/4XX',
  ],
  [
    'an unknown webhook',
    ({ call }) => call('DELETE', '/v1/webhooks/wh_1'),
    '#/paths/~1v1~1webhooks~1{id}/delete/responses/404',
  ],
  ['an unknown path', ({ call }) => call('GET', '/v1/nothing'), '#/paths'],
  [
    'no JSON',
    ({ call }) => call('POST', '/v1/events', { text: '{' }),
    '#/paths/~1v1~1events/post/responses/400',
  ],
]

test.each(refusals)('%s is explained by a pointer into the document', async (_name, send, pointer) => {
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
  const shown = JSON.stringify(await journal(harness))
  for (const hidden of [secret, json.key, 'private1', 'unknown7']) expect(shown).not.toContain(hidden)
  expect(shown).toContain('Bearer sk_live_mock')
  expect(shown).toContain('Bearer sk_live_...')
})

test('the command line of a request sends the same request', async () => {
  const harness = createHarness()
  const data = { quote: `it's "so" $HOME \`id\` \\n é`, spread: '!!' }
  await harness.createEvent({ data })
  const { curl } = await lastRequest(harness)
  const { port } = await serveListener(
    (incoming, outgoing) => {
      const { headers, method } = incoming
      void text(incoming).then((body) => outgoing.end(JSON.stringify({ headers, method, body })))
    },
    { until: onTestFinished },
  )
  const output = await new Promise<string>((done, fail) => {
    execFile('sh', ['-c', curl!.replace('http://localhost', `http://127.0.0.1:${port}`)], (error, stdout) =>
      error ? fail(new Error(error.message)) : done(stdout),
    )
  })
  const seen = JSON.parse(output) as { headers: Record<string, string>; method: string; body: string }
  expect(seen.method).toBe('POST')
  expect(seen.headers.authorization).toBe('Bearer sk_live_mock')
  expect(JSON.parse(seen.body)).toEqual({ type: 'order.paid', data })
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
  const entries = (await journal(harness)).filter(({ kind }) => kind === 'request') as RequestEntry[]
  // The notice of dropped entries has a number, too.
  expect(entries.map(({ number }) => number - harness.firstEntry)).toEqual([2, 3, 5])
  for (const { body, answer } of entries) {
    expect(body).toHaveLength(16_385)
    expect(answer).toHaveLength(2_049)
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

/** Reads a stream until it has `count` events. */
async function readEvents(body: ReadableStream<Uint8Array>, count: number): Promise<string[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const events = () => text.split('\n\n').filter((block) => block.startsWith('id:'))
  while (events().length < count) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return events()
}

test('the journal is followed as server-sent events, from the last entry that was seen', async () => {
  const { backend, createEvent, createWebhook, firstEntry } = createHarness()
  await createWebhook()
  const follow = (headers: Record<string, string> = {}) =>
    backend.fetch(
      new Request('http://localhost/__mock/journal', {
        headers: { accept: 'text/event-stream', ...headers },
      }),
    )
  const response = await follow()
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reading = readEvents(response.body!, firstEntry + 2)
  await createEvent()
  const all = await reading
  const [first, second, third] = all.slice(-3)
  expect(first).toMatch(new RegExp(`^id: ${firstEntry}\nevent: request\ndata: \\{`))
  expect(second).toMatch(new RegExp(`^id: ${firstEntry + 1}\nevent: request\n`))
  expect(third).toMatch(new RegExp(`^id: ${firstEntry + 2}\nevent: delivery\n`))
  const last = { 'last-event-id': `${firstEntry + 1}` }
  expect(await readEvents((await follow(last)).body!, 1)).toEqual([third])
  // A larger number comes from a mock that has been restarted since, so all entries are new to that client.
  expect(await readEvents((await follow({ 'last-event-id': '900' })).body!, 1)).toEqual([all[0]])
})

test('over a socket the journal arrives as it grows, and ends with the backend', async () => {
  const { backend, createEvent, firstEntry } = createHarness()
  const server = await serve(backend, { port: 0 })
  onTestFinished(() => server.close())
  await backend.ready()
  const response = await fetch(`${server.baseUrl}/__mock/journal`, {
    headers: { accept: 'text/event-stream', 'last-event-id': String(firstEntry - 1) },
  })
  const reader = response.body!.getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await next()).toMatch(/^: journal\n\nevent: journal\ndata: \{"id":"[\da-f]{16}\.0"\}\n\n$/)
  await createEvent()
  expect(await next()).toMatch(new RegExp(`^id: ${firstEntry}\n`))
  await backend.close()
  expect((await reader.read()).done).toBe(true)
})

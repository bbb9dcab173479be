import {
  type Dialect,
  IdempotencyConflictError,
  isEventDeliveryError,
  type EndEvent,
  type ResponseEvent,
} from '@event-delivery/sdk'
import { answer, reset, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { apiKey, clientOf, created, input, like, rejection, stored } from './client'

const marked = { 'idempotency-replayed': 'true' }
const idempotencyKey = 'order-1042'

/** Creates an event under a key of the caller, where the service answers with an event of this type and payload. */
function create(sent: { type: string; data: object }, came: { type?: string; data?: unknown }) {
  const fetch = scriptedFetch(answer(201, { ...stored, ...sent, ...came }))
  return clientOf(fetch).client.events.create(sent, { idempotencyKey })
}

test('an event of another type than was sent is a conflict, which names the key and the event that came', async () => {
  const error = await rejection(create({ type: 'order.shipped', data: {} }, { type: 'order.paid' }))
  expect(error).toBeInstanceOf(IdempotencyConflictError)
  expect(isEventDeliveryError(error)).toBe(true)
  expect(error).toMatchObject({
    name: 'IdempotencyConflictError',
    code: 'idempotency_conflict',
    status: 201,
    outcome: 'rejected',
    retryable: false,
    idempotencyKey,
    event: { id: 'evt_1', type: 'order.paid', data: {} },
    attempts: [{ status: 201 }],
    message: like(/evt_1 .*order\.paid.*order\.shipped.*choose a key for each event/),
  })
})

const payloads: Record<string, [sent: object, came: unknown, path: string]> = {
  'another number': [{ order: 1042 }, { order: 1043 }, 'data.order'],
  'another large number': [{ order: 9007199254740991 }, { order: 9007199254740990 }, 'data.order'],
  'another price': [{ price: 12.5 }, { price: 99.9 }, 'data.price'],
  'another text': [{ id: 'A-17', state: 'paid' }, { id: 'A-17', state: 'late' }, 'data.state'],
  'another time': [{ at: '2026-01-01T00:00:00Z' }, { at: '2026-03-01T00:00:00Z' }, 'data.at'],
  'another truth': [{ gift: true }, { gift: false }, 'data.gift'],
  'another value far within': [{ a: { b: [{ c: 1 }, { c: 2 }] } }, { a: { b: [{ c: 1 }, { c: 3 }] } }, 'data.a.b.1.c'], // prettier-ignore
  'another value beside an added field': [{ order: 1 }, { order: 2, seen: true }, 'data.order'],
}

test.each(Object.entries(payloads))('%s in the payload is a conflict', async (_, [data, came, path]) => {
  const error = await rejection(create({ type: 'a', data }, { data: came }))
  expect(error).toMatchObject({ code: 'idempotency_conflict', message: like(`another ${path}`) })
})

const normalised: Record<string, [sent: object, came: unknown]> = {
  'fields in another order': [
    { a: 1, b: [{ c: 1, d: 2 }] },
    { b: [{ d: 2, c: 1 }], a: 1 },
  ],
  'texts that were trimmed': [{ name: '  Ann ' }, { name: 'Ann' }],
  'texts that were cut off': [{ note: 'a long note on it' }, { note: 'a long n' }],
  'texts that were escaped': [{ name: 'Salt & Co' }, { name: 'Salt &amp; Co' }],
  'letters of another case and normal form': [{ name: 'ZOË' }, { name: 'zoe\u0308' }],
  'letters that were lost': [{ name: 'Zoë Ray' }, { name: 'Zo? Ray' }],
  'parts that were masked': [{ card: '4111 1111 1111 4242' }, { card: '**** 4242' }],
  'fields of null that were dropped': [{ a: null, b: 1 }, { b: 1 }],
  'fields of null that were filled': [{ a: null }, { a: 'none' }],
  'items of null that were dropped': [{ list: [1, null, 2] }, { list: [1, 2] }],
  'fields that were added': [{ a: { b: 1 } }, { a: { b: 1, c: 2 }, source: 'api' }],
  'numbers that were rounded': [
    { price: 12.345, sum: 0.30000000000000004 },
    { price: 12, sum: 0.3 },
  ],
  'numbers too large for the service': [
    { n: 1e300, m: 2 ** 60 },
    { n: null, m: 1152921504606847000 },
  ],
  'numbers as text': [
    { n: 1042, price: '12.50' },
    { n: '1042', price: '12.5' },
  ],
  'text as numbers': [{ n: '12.345' }, { n: 12.345 }],
  'numbers in text that were rounded': [{ n: '12.345' }, { n: '12.35' }],
  'times that were written otherwise': [{ at: '2026-01-01T23:30:00+02:00' }, { at: '2026-01-01T21:30:00.000Z' }], // prettier-ignore
  'names of fields that were changed': [{ orderId: 1 }, { order_id: 1 }],
  'values that were wrapped': [{ a: 1 }, { value: { a: 1 }, v: 2 }],
  'a payload that is no object any more': [{ a: 1 }, '{"a":1}'],
  'names that every object inherits': [JSON.parse('{"__proto__":{"a":1},"toString":"x"}') as object, {}],
}

test.each(Object.entries(normalised))('%s are no conflict', async (_, [data, came]) => {
  await expect(create({ type: 'a', data }, { data: came })).resolves.toMatchObject({ id: 'evt_1' })
})

test('a type that comes back trimmed and in lower case is no conflict', async () => {
  await expect(create({ type: ' Order.Paid ', data: {} }, { type: 'order.paid' })).resolves.toBeDefined()
})

test('a payload is compared as it was sent, and not as the object of the caller', async () => {
  const sent = { at: new Date('2026-01-01'), gone: undefined, total: { toJSON: () => 5 } }
  await expect(
    create({ type: 'a', data: sent }, { data: { at: '2026-01-01T00:00:00.000Z', total: 5 } }),
  ).resolves.toBeDefined()
  await expect(create({ type: 'a', data: sent }, { data: { total: 6 } })).rejects.toThrow('data.total')
})

test('a payload that middleware replaced is compared as it was sent', async () => {
  const { client } = clientOf(scriptedFetch(answer(201, { ...stored, data: { sealed: 'xyz' } })))
  client.http.use({
    onRequest: ({ request }) =>
      new Request(request, { body: JSON.stringify({ type: stored.type, data: { sealed: 'xyz' } }) }),
  })
  await expect(client.events.create(input, { idempotencyKey })).resolves.toMatchObject({ id: 'evt_1' })
  await expect(client.events.create({ ...input, type: 'b' }, { idempotencyKey })).resolves.toBeDefined()
})

test('a payload of three thousand levels is compared', async () => {
  const nest = (leaf: number) => JSON.parse('{"a":'.repeat(3000) + leaf + '}'.repeat(3000)) as object
  await expect(create({ type: 'a', data: nest(1) }, { data: nest(1) })).resolves.toBeDefined()
  const error = await rejection(create({ type: 'a', data: nest(1) }, { data: nest(2) }))
  expect(error).toMatchObject({ code: 'idempotency_conflict' })
  expect(String(error).length).toBeLessThan(1000)
})

test('a payload that comes with more levels than the stack has is compared', async () => {
  const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)
  const text = JSON.stringify({ ...stored, data: 0 }).replace(/0(?=}$)/, () => deep)
  const { events } = clientOf(scriptedFetch(() => Promise.resolve(new Response(text)))).client
  await expect(events.create({ ...input, data: { a: 1 } }, { idempotencyKey })).resolves.toBeDefined()
  const error = await rejection(events.create({ ...input, type: 'b' }, { idempotencyKey }))
  expect(error).toMatchObject({ code: 'idempotency_conflict' })
})

test('the event of a conflict and its message show no key and no control character', async () => {
  const error = (await rejection(
    create({ type: 'order.shipped', data: {} }, { type: `order\u001b[2J ${apiKey}`, data: { note: apiKey } }),
  )) as IdempotencyConflictError
  const { stack = '', event } = error
  const shown = JSON.stringify(error) + String(error) + stack + JSON.stringify(event)
  expect(shown).not.toContain(apiKey)
  expect(shown).not.toContain('\u001b')
  expect(event.data).toEqual({ note: like('[redacted]') })
})

test('a conflict is certain after an attempt whose answer was lost', async () => {
  const fetch = scriptedFetch(reset(created), created)
  const { client } = clientOf(fetch)
  const error = await rejection(client.events.create({ ...input, type: 'order.shipped' }, { idempotencyKey }))
  expect(error).toMatchObject({ name: 'IdempotencyConflictError', outcome: 'rejected', attempts: [{}, {}] })
  expect(fetch.requests).toHaveLength(2)
})

test('a key that the client made for one call is in no conflict, whatever a service makes of the event', async () => {
  const { client } = clientOf(scriptedFetch(created))
  await expect(client.events.create({ ...input, type: 'order.shipped' })).resolves.toMatchObject({
    id: 'evt_1',
  })
})

const ownHeader = { replayHeader: { name: 'X-Replay', value: '1' } }

test.each<[string, headers: Record<string, string>, Dialect, replayed: boolean]>([
  ['the usual header', marked, {}, true],
  ['no header', {}, {}, false],
  ['a header of another value', { 'idempotency-replayed': 'false' }, {}, false],
  ['the header of the dialect', { 'x-replay': '1' }, ownHeader, true],
  ['the usual header where the dialect has none', marked, { replayHeader: null }, false],
])('withResponse and the hooks tell of a replay by %s', async (_, headers, dialect, replayed) => {
  const told: unknown[] = []
  const hooks = {
    response: (event: ResponseEvent) => void told.push(event.replayed),
    end: (event: EndEvent) => void told.push(event.replayed),
  }
  const { client } = clientOf(scriptedFetch(answer(200, stored, headers)), { dialect, hooks })
  const result = await client.events.create(input).withResponse()
  expect([result.replayed, ...told]).toEqual([replayed, replayed, replayed])
})

test('a bulk names an input whose key was used for another event as a failure, and goes on', async () => {
  const inputs = [input, { ...input, type: 'order.shipped' }, { ...input, data: { order: 2 } }]
  const { client } = clientOf(scriptedFetch(created))
  const summary = await client.events.createAll(inputs, { idempotencyKey: () => idempotencyKey }).summary()
  const error = { name: 'IdempotencyConflictError' }
  const failures = [1, 2].map((index) => ({ index, error }))
  expect(summary).toMatchObject({ position: 3, created: 1, failed: 2, duplicates: 0, failures })
})

test('a bulk counts an event that came for two inputs once', async () => {
  const { client } = clientOf(scriptedFetch(created))
  const summary = await client.events
    .createAll([input, input, input], { idempotencyKey: () => idempotencyKey })
    .summary()
  expect(summary).toMatchObject({ position: 3, created: 1, duplicates: 2, failed: 0 })
})

test('the results of a bulk tell which events were there before', async () => {
  for (const [step, wasThere] of [
    [answer(200, stored, marked), true],
    [created, false],
  ] as const) {
    const { events } = clientOf(scriptedFetch(step)).client
    const bulk = events.createAll([input, input], { idempotencyKey: () => idempotencyKey, concurrency: 1 })
    const results: unknown[] = []
    for await (const { index, replayed, error } of bulk) results.push([index, replayed, error])
    expect(results).toEqual([0, 1].map((index) => [index, wasThere, undefined]))
  }
})

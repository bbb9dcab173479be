import { expect, test } from 'vitest'
import { validateEvent } from '../../generated/response-validators'
import { createHarness } from '../support/backend'

const day = 24 * 60 * 60 * 1_000

test('a created event comes back with its id, its time and its payload', async () => {
  const { createEvent, call } = createHarness()
  const created = await createEvent({ type: 'order.paid', data: { order: 1042 } })
  expect(created).toMatchObject({
    status: 201,
    json: { type: 'order.paid', created: '2026-11-21T03:00:00.000Z', data: { order: 1042 } },
  })
  expect(validateEvent(created.json)).toBe(true)
  expect(Object.keys(created.json)).toEqual(['id', 'type', 'created', 'data'])
  expect((await call('GET', `/v1/events/${created.json.id}`)).json).toEqual(created.json)
})

const raws = [
  '{"id":12345678901234567890,"big":1e400,"one":1.0}',
  '{"__proto__":{"a":1},"constructor":null,"toString":1}',
  '{ "spaced" : [ ] , "text":"a,}\\"]\\\\" }',
  '{"":{"data":{"type":"x"}}}',
  '{"u":"\\ud83d","e":"\\u0000"}',
]

test.each(raws)('the payload %s keeps every character', async (raw) => {
  const { ask } = createHarness()
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  for (const text of [`{"type":"a","data":${raw}}`, `{"data":{}, "d\\u0061ta" : ${raw} ,"type":"a"}`]) {
    const response = await ask('POST', '/v1/events', { text, headers })
    expect(response.status).toBe(201)
    expect(await response.text()).toContain(`"data":${raw}}`)
  }
})

test.each(['body', 'header'])('a key in the %s makes a repetition return the original', async (place) => {
  const { createEvent, list } = createHarness()
  const send = (order: number) =>
    place === 'body'
      ? createEvent({ data: { order }, idempotencyKey: 'k' })
      : createEvent({ data: { order } }, { headers: { 'idempotency-key': 'k' } })
  const first = await send(1)
  const again = await send(2)
  expect(again).toMatchObject({ status: 201, json: first.json })
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await list('/v1/events')).toHaveLength(1)
})

test('the key is the same in body and header, and is not echoed', async () => {
  const { createEvent } = createHarness()
  const first = await createEvent({ idempotencyKey: 'k' })
  const again = await createEvent({}, { headers: { 'idempotency-key': 'k' } })
  const both = await createEvent({ idempotencyKey: 'k' }, { headers: { 'idempotency-key': 'k' } })
  expect([again.json, both.json]).toEqual([first.json, first.json])
  expect(first.json).not.toHaveProperty('idempotencyKey')
})

test('a header that holds UTF-8 is the same key as in a body', async () => {
  const { createEvent } = createHarness()
  const bytes = String.fromCharCode(...new TextEncoder().encode('clé-€'))
  const first = await createEvent({}, { headers: { 'idempotency-key': bytes } })
  expect((await createEvent({ idempotencyKey: 'clé-€' })).json).toEqual(first.json)
  const latin = await createEvent({}, { headers: { 'idempotency-key': 'clé' } })
  expect((await createEvent({ idempotencyKey: 'clé' })).json).toEqual(latin.json)
})

test('a key in quotes is another key', async () => {
  const { createEvent } = createHarness()
  const bare = await createEvent({}, { headers: { 'idempotency-key': 'k' } })
  const quoted = await createEvent({}, { headers: { 'idempotency-key': '"k"' } })
  expect(quoted.json.id).not.toBe(bare.json.id)
})

test('a key is remembered for 24 hours, and not a moment longer', async () => {
  const { createEvent, clock } = createHarness()
  const first = await createEvent({ idempotencyKey: 'k' })
  await clock.advance(day - 1)
  expect((await createEvent({ idempotencyKey: 'k' })).json.id).toBe(first.json.id)
  await clock.advance(1)
  const later = await createEvent({ idempotencyKey: 'k' })
  expect(later.json.id).not.toBe(first.json.id)
  await clock.advance(day - 1)
  expect((await createEvent({ idempotencyKey: 'k' })).json.id).toBe(later.json.id)
})

test('a key that expired is forgotten also when many others expired with it', async () => {
  const { createEvent, clock } = createHarness()
  const first: unknown[] = []
  for (let order = 0; order < 9; order++)
    first.push((await createEvent({ idempotencyKey: `k${order}` })).json.id)
  await clock.advance(day)
  expect((await createEvent({ idempotencyKey: 'k8' })).json.id).not.toBe(first[8])
})

test('a key outlives the API key that it came with, and is apart by mode', async () => {
  const { createEvent } = createHarness({
    keys: [{ key: 'sk_live_a' }, { key: 'sk_live_b' }, { key: 'sk_test_c' }],
  })
  const first = await createEvent({ idempotencyKey: 'k' }, { key: 'sk_live_a' })
  expect((await createEvent({ idempotencyKey: 'k' }, { key: 'sk_live_b' })).json.id).toBe(first.json.id)
  expect((await createEvent({ idempotencyKey: 'k' }, { key: 'sk_test_c' })).json.id).not.toBe(first.json.id)
})

test('a refused request does not use up its key', async () => {
  const { createEvent, call } = createHarness()
  await call('POST', '/v1/events', { body: { data: {}, idempotencyKey: 'k' } })
  expect((await createEvent({ idempotencyKey: 'k' })).headers.get('idempotency-replayed')).toBeNull()
})

test('a page has twenty events unless another number is asked for', async () => {
  const { call, createEvent, list } = createHarness()
  for (let order = 0; order < 21; order++) await createEvent()
  expect((await call('GET', '/v1/events')).json).toMatchObject({ hasMore: true })
  expect(await list('/v1/events')).toHaveLength(20)
  expect(await list('/v1/events?limit=100')).toHaveLength(21)
})

test('HEAD answers as GET does, without the body', async () => {
  const { call } = createHarness()
  expect(await call('HEAD', '/v1/events')).toMatchObject({ status: 200, json: undefined })
  expect(await call('HEAD', '/v1/events', { key: null })).toMatchObject({ status: 401, json: undefined })
})

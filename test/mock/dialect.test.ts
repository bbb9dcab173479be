import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createBackend, defaultDialect, resolveDialect } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

test('a dialect may name its schema, which editors read', () => {
  const file = { $schema: './dialect.schema.json', createEventStatus: 200 }
  expect(resolveDialect(file)).toEqual({ ...defaultDialect, createEventStatus: 200 })
})

test('an operation cannot be moved to where another one is', () => {
  expect(() => createBackend({ dialect: { operations: { listWebhooks: 'GET /v1/events' } } })).toThrow(
    'GET /v1/events',
  )
})

test('a field that a dialect leaves out has its default', () => {
  expect(resolveDialect({ errorCodes: { 401: 'who' }, operations: { createKey: null } })).toEqual({
    ...defaultDialect,
    errorCodes: { ...defaultDialect.errorCodes, 401: 'who' },
    operations: { ...defaultDialect.operations, createKey: null },
  })
})

test('success statuses are as stated', async () => {
  const { call, createEvent, createWebhook } = createHarness({
    dialect: { createEventStatus: 202, replayEventStatus: 200, deleteWebhookStatus: 202 },
  })
  expect((await createEvent({ idempotencyKey: 'k' })).status).toBe(202)
  expect((await createEvent({ idempotencyKey: 'k' })).status).toBe(200)
  const { id } = await createWebhook()
  expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(202)
})

test('the idempotency key is read from the header of the dialect alone', async () => {
  const { createEvent } = createHarness({ dialect: { idempotency: { in: 'header', name: 'X-Once' } } })
  const send = (headers: Record<string, string>, body = {}) => createEvent(body, { headers })
  const first = await send({ 'x-once': 'k' })
  expect((await send({ 'x-once': 'k' })).json.id).toBe(first.json.id)
  const other = await send({ 'idempotency-key': 'k' }, { idempotencyKey: 'k' })
  expect((await send({ 'idempotency-key': 'k' }, { idempotencyKey: 'k' })).json.id).not.toBe(other.json.id)
  expect((await send({}, { idempotencyKey: 7 })).status).toBe(201)
})

test('the idempotency key is read from the body field of the dialect alone', async () => {
  const { createEvent } = createHarness({
    dialect: { idempotency: { in: 'body', name: 'once' }, unknownFields: 'reject' },
  })
  const first = await createEvent({ once: 'k' })
  expect((await createEvent({ once: 'k' })).json.id).toBe(first.json.id)
  expect((await createEvent({ once: 'k' }, { headers: { 'idempotency-key': 'other' } })).json.id).toBe(
    first.json.id,
  )
  expect(await createEvent({ idempotencyKey: 'k' })).toMatchObject({
    status: 400,
    json: { error: { param: 'idempotencyKey' } },
  })
  expect(await createEvent({ once: 7 })).toMatchObject({ status: 400, json: { error: { param: 'once' } } })
})

test.each(['409', '422'] as const)(
  'a key with another body gets %s, and the original with the same one',
  async (idempotencyMismatch) => {
    const { createEvent } = createHarness({ dialect: { idempotencyMismatch } })
    const first = await createEvent({ data: { a: 1, b: [1, { c: null }] }, idempotencyKey: 'k' })
    const same = await createEvent({ data: { b: [1, { c: null }], a: 1 }, idempotencyKey: 'k' })
    expect(same.json.id).toBe(first.json.id)
    for (const body of [
      { data: { a: 1 } },
      { data: { a: 1, b: [1, { c: 0 }] } },
      { type: 'other', data: { a: 1, b: [1, { c: null }] } },
    ]) {
      const reply = await createEvent({ ...body, idempotencyKey: 'k' })
      expect(reply).toMatchObject({
        status: Number(idempotencyMismatch),
        json: { error: { param: 'idempotencyKey' } },
      })
    }
  },
)

test('a member called __proto__ makes another body', async () => {
  const { call } = createHarness({ dialect: { idempotencyMismatch: '409' } })
  const send = (data: string) =>
    call('POST', '/v1/events', { text: `{"type":"a","data":${data},"idempotencyKey":"k"}` })
  expect((await send('{"__proto__":{}}')).status).toBe(201)
  expect((await send('{"__proto__":{}}')).status).toBe(201)
  // A comparison that reads members by name would find an inherited `__proto__` in every object.
  expect((await send('{"other":{}}')).status).toBe(409)
})

test('lists are as stated', async () => {
  const { call, createEvent } = createHarness({
    dialect: { defaultPageSize: 2, lastPageCursor: 'absent', overMaxLimit: 'clamp' },
  })
  for (let order = 0; order < 101; order++) await createEvent()
  expect((await call('GET', '/v1/events')).json.data).toHaveLength(2)
  expect((await call('GET', '/v1/events?limit=1000')).json.data).toHaveLength(100)
  expect((await call('GET', '/v1/webhooks')).json).toEqual({ data: [], hasMore: false })
})

test('error codes and statuses are as stated', async () => {
  const { call, createEvent } = createHarness({
    plan: 'enterprise:1',
    dialect: {
      errorCodes: { 401: 'a', 403: 'b', 429: 'c', 500: 'd' },
      missingScopeStatus: 401,
      expiredKeyStatus: 403,
    },
  })
  const outcome = async (key: string) => {
    const { status, json } = await createEvent({}, { key })
    return `${status} ${json.error?.code}`
  }
  expect(await outcome('sk_live_no')).toBe('401 a')
  expect(await outcome('sk_live_readonly_mock')).toBe('401 a')
  expect(await outcome('sk_live_expired_mock')).toBe('403 b')
  await outcome('sk_live_mock')
  expect(await outcome('sk_live_mock')).toBe('429 c')
  expect(
    (await call('GET', '/v1/events', { key: 'sk_test_mock', headers: { prefer: 'code=500' } })).json.error
      .code,
  ).toBe('d')
})

test('the dialect decides which bodies pass validation', async () => {
  const { createEvent, createWebhook, backend, received } = createHarness({
    dialect: { nonObjectData: 'accept', emptyOrMixedEvents: 'accept', omittedDescription: 'null' },
  })
  for (const data of [null, [], 'text', 0, true]) {
    expect(await createEvent({ data })).toMatchObject({ status: 201, json: { data } })
  }
  expect((await createEvent({ data: undefined })).status).toBe(400)
  expect((await createWebhook({ events: [] })).json).toMatchObject({ events: [], description: null })
  expect((await createWebhook({ events: ['a', 'a'] })).status).toBe(201)
  expect((await createWebhook({ events: ['*', 'a', '*'] })).status).toBe(201)
  expect((await createWebhook({ events: [7] })).status).toBe(400)
  await createEvent({ type: 'a' })
  await backend.waitForIdle()
  expect(received).toHaveLength(2)
})

test('unknown fields are ignored or refused by name', async () => {
  const lenient = createHarness()
  expect((await lenient.createEvent({ extra: 1 })).status).toBe(201)
  const strict = createHarness({ dialect: { unknownFields: 'reject' } })
  expect(await strict.createEvent({ extra: 1 })).toMatchObject({
    status: 400,
    json: { error: { param: 'extra' } },
  })
  expect((await strict.createWebhook({ secret: 'a' })).json.error.param).toBe('secret')
  expect((await strict.createEvent({ idempotencyKey: 'k' })).status).toBe(201)
})

test('a body is as large as stated and no larger', async () => {
  const text = '{"type":"a","data":{}}'
  for (const [maxPayloadBytes, status] of [
    [text.length, 201],
    [text.length - 1, 413],
  ] as const) {
    const { call } = createHarness({ dialect: { maxPayloadBytes } })
    expect((await call('POST', '/v1/events', { text })).status).toBe(status)
  }
})

test('operations are where they are stated to be, or nowhere', async () => {
  const { call, createEvent } = createHarness({
    dialect: {
      operations: {
        retrieveEvent: 'GET /v1/log/{id}/full',
        listWebhooks: 'GET /v1/hooks:list',
        createKey: null,
      },
    },
  })
  const { json } = await createEvent()
  expect((await call('GET', `/v1/log/${json.id}/full`)).json).toEqual(json)
  expect((await call('GET', `/v1/events/${json.id}`)).status).toBe(404)
  expect((await call('GET', '/v1/hooks:list')).status).toBe(200)
  expect((await call('GET', '/v1/webhooks')).status).toBe(405)
  expect((await call('POST', '/v1/keys', { body: {} })).status).toBe(404)
})

test('the guide to dialects lists every field with its default and legal values', () => {
  const guide = readFileSync(new URL('../../docs/dialects.md', import.meta.url), 'utf8')
  const [, table = ''] = /## The fields\n([^]*?)\n## /.exec(guide) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (.+?) +\| `(.+?)` +\|/gm)]
  expect(
    Object.fromEntries(rows.map(([, field, , preset]) => [field, JSON.parse(preset!) as unknown])),
  ).toEqual(defaultDialect)
  for (const [, field, values] of rows) {
    if (!/^(`"[\w-]+"`(, )?)+$/.test(values!)) continue
    for (const [written] of values!.matchAll(/"[\w-]+"/g)) {
      expect(() => resolveDialect({ [field!]: JSON.parse(written) as unknown })).not.toThrow()
    }
  }
})

// What a dialect has the store do: which items are the same, and in which order and form they come.
import { expect, test } from 'vitest'
import { createHarness, type Page } from '../support/backend'

test.each(['400', '409', '422'] as const)(
  'a key with another body gets %s, and the original with the same one',
  async (idempotencyMismatch) => {
    const { createEvent } = createHarness({ dialect: { idempotencyMismatch } })
    const send = (body: object) => createEvent({ ...body, idempotencyKey: 'k' })
    const first = await send({ data: { a: 1, b: [1, { c: null }] } })
    expect((await send({ data: { b: [1, { c: null }], a: 1 } })).json.id).toBe(first.json.id)
    for (const body of [
      { data: { a: 1 } },
      { data: { a: 1, b: [1, { c: 0 }] } },
      { type: 'other', data: { a: 1, b: [1, { c: null }] } },
    ]) {
      const refusal = { status: Number(idempotencyMismatch), json: { error: { param: 'idempotencyKey' } } }
      expect(await send(body)).toMatchObject(refusal)
    }
  },
)

test('a member called __proto__ makes another body', async () => {
  const { call } = createHarness({ dialect: { idempotencyMismatch: '409' } })
  const send = async (data: string) =>
    (await call('POST', '/v1/events', { text: `{"type":"a","data":${data},"idempotencyKey":"k"}` })).status
  expect([await send('{"__proto__":{}}'), await send('{"__proto__":{}}')]).toEqual([201, 201])
  // A comparison that reads members by name would find an inherited `__proto__` in every object.
  expect(await send('{"other":{}}')).toBe(409)
})

test.each(['newest-first', 'oldest-first', 'by-id'] as const)(
  'a cursor on the last page of a list that is ordered %s leads to an empty one',
  async (listOrder) => {
    const { call, createEvent } = createHarness({ dialect: { lastPageCursor: 'present', listOrder } })
    for (let count = 0; count < 3; count++) await createEvent()
    const last = (await call<Page>('GET', '/v1/events')).json
    expect([last.data.length, last.hasMore]).toEqual([3, false])
    const behind = (await call<Page>('GET', `/v1/events?cursor=${last.nextCursor}`)).json
    expect(behind).toMatchObject({ data: [], hasMore: false })
  },
)

test('a list by id holds every item once, in the order of the ids and not of time', async () => {
  const { call, createEvent, createWebhook } = createHarness({ dialect: { listOrder: 'by-id' } })
  for (const [path, create] of [
    ['/v1/events', createEvent],
    ['/v1/webhooks', createWebhook],
  ] as const) {
    const made: string[] = []
    for (let count = 0; count < 30; count++) made.push((await create()).json.id)
    const listed: string[] = []
    let cursor = ''
    do {
      const { data, nextCursor } = (await call<Page>('GET', `${path}?limit=7${cursor}`)).json
      listed.push(...data.map(({ id }) => id))
      cursor = nextCursor ? `&cursor=${nextCursor}` : ''
    } while (cursor !== '')
    expect(listed).toEqual([...made].sort())
    expect(listed).not.toEqual(made)
    expect(listed).not.toEqual([...made].reverse())
  }
})

test('a page by id goes on behind an item that was deleted meanwhile', async () => {
  const { call, createWebhook, list } = createHarness({ dialect: { listOrder: 'by-id' } })
  for (let count = 0; count < 4; count++) await createWebhook()
  const all = (await list('/v1/webhooks')).map(({ id }) => id)
  const { nextCursor } = (await call<Page>('GET', '/v1/webhooks?limit=2')).json
  await call('DELETE', `/v1/webhooks/${all[1]}`)
  const rest = (await list(`/v1/webhooks?cursor=${nextCursor}`)).map(({ id }) => id)
  expect(rest).toEqual(all.slice(2))
})

test('a second webhook with one URL is as the dialect says', async () => {
  const reject = createHarness({ dialect: { duplicateUrls: 'reject' } })
  await reject.createWebhook()
  expect((await reject.createWebhook()).status).toBe(409)
  expect((await reject.createWebhook({}, { key: 'sk_test_mock' })).status).toBe(201)
  const same = createHarness({ dialect: { duplicateUrls: 'same' } })
  const first = await same.createWebhook()
  expect(await same.createWebhook({ events: ['other'] })).toMatchObject({ status: 201, json: first.json })
  const accept = createHarness()
  expect((await accept.createWebhook()).id).not.toBe((await accept.createWebhook()).id)
})

test.each([
  [{ precision: 'seconds', suffix: '+00:00' }, '2026-11-21T03:00:00+00:00'],
  [{ precision: 'milliseconds', suffix: '+00:00' }, '2026-11-21T03:00:00.000+00:00'],
  [{ precision: 'microseconds', suffix: 'Z' }, '2026-11-21T03:00:00.000000Z'],
  [{ precision: 'nanoseconds' }, '2026-11-21T03:00:00.000000000Z'],
] as const)('times are written as %j, and outlive a snapshot', async (timestamps, written) => {
  const { createEvent, createWebhook, backend } = createHarness({ dialect: { timestamps } })
  for (const { json } of [await createEvent(), await createWebhook()]) expect(json.created).toBe(written)
  const before = await backend.snapshot()
  await backend.restore(before)
  expect(await backend.snapshot()).toEqual(before)
})

test('further fields of events, and a pending delivery of a template, outlive a snapshot', async () => {
  const dialect = {
    extras: { event: { token: { kind: 'id', sample: 'tok_0a1b2c3d' } } },
    deliveryBody: { event: '{event}', id: '{webhook.id}' },
  } as const
  const { backend, createWebhook, deliver, list } = createHarness(
    { dialect },
    () => new Response(null, { status: 500 }),
  )
  const { id } = await createWebhook()
  const { json } = await deliver()
  const twin = createHarness({ dialect, seed: await backend.snapshot() })
  expect((await twin.call('GET', `/v1/events/${json.id}`)).json).toEqual(json)
  expect(await twin.list('/v1/events')).toEqual(await list('/v1/events'))
  await twin.backend.waitForIdle()
  await twin.clock.advance(60 * 60 * 1_000)
  await twin.backend.waitForIdle()
  expect(JSON.parse(twin.received[0]!.body)).toEqual({ event: json, id })
})

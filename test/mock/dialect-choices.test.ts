import { expect, test } from 'vitest'
import { createHarness, type Reply } from '../support/backend'

const page = (reply: Reply) =>
  reply.json as unknown as { data: { id: string }[]; hasMore: boolean; nextCursor?: string | null }

test('an empty idempotency key counts as none where the dialect says so', async () => {
  const lenient = createHarness({ dialect: { emptyIdempotencyKey: 'ignore' } })
  for (const [body, headers] of [
    [{ idempotencyKey: '' }, {}],
    [{}, { 'idempotency-key': '' }],
  ] as const) {
    const first = await lenient.createEvent(body, { headers })
    const second = await lenient.createEvent(body, { headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json.id).not.toBe(first.json.id)
  }
  const strict = createHarness()
  expect((await strict.createEvent({}, { headers: { 'idempotency-key': '' } })).status).toBe(400)
})

test.each([
  [{ name: 'X-Replay', value: '1' }, 'x-replay', '1'],
  [null, 'idempotency-replayed', null],
])('a replay is marked by %j', async (replayHeader, name, value) => {
  const { createEvent } = createHarness({ dialect: { replayHeader } })
  const first = await createEvent({ idempotencyKey: 'k' })
  const replay = await createEvent({ idempotencyKey: 'k' })
  expect([first.headers.get(name), replay.headers.get(name)]).toEqual([null, value])
})

test('another body under a known key is refused by 400 where the dialect says so', async () => {
  const { createEvent } = createHarness({ dialect: { idempotencyMismatch: '400' } })
  await createEvent({ idempotencyKey: 'k' })
  expect((await createEvent({ idempotencyKey: 'k', type: 'other' })).status).toBe(400)
})

test('a body is read as JSON however it is declared where the dialect says so', async () => {
  const { createEvent } = createHarness({ dialect: { contentTypes: 'any' } })
  expect((await createEvent({}, { headers: { 'content-type': 'text/plain' } })).status).toBe(201)
})

test.each([
  ['default', { '0': 3, '-7': 3, many: 3, '1.5': 3 }],
  ['clamp', { '0': 1, '-7': 1, many: 3, '1.5': 1 }],
] as const)('a limit that is none gets the %s page', async (invalidLimit, sizes) => {
  const { call, createEvent } = createHarness({ dialect: { invalidLimit, defaultPageSize: 3 } })
  for (let count = 0; count < 5; count++) await createEvent()
  for (const [limit, size] of Object.entries(sizes)) {
    expect(page(await call('GET', `/v1/events?limit=${limit}`)).data, limit).toHaveLength(size)
  }
})

test.each([
  ['first-page', 2],
  ['empty-page', 0],
] as const)('a cursor that is none gets the %s', async (invalidCursor, size) => {
  const { call, createEvent } = createHarness({ dialect: { invalidCursor } })
  await createEvent()
  await createEvent()
  const answer = await call('GET', '/v1/events?cursor=none')
  expect([answer.status, page(answer).data.length, page(answer).hasMore]).toEqual([200, size, false])
})

test('a limit over 100 gets the default page where the dialect says so', async () => {
  const { call, createEvent } = createHarness({ dialect: { overMaxLimit: 'default', defaultPageSize: 2 } })
  for (let count = 0; count < 3; count++) await createEvent()
  expect(page(await call('GET', '/v1/events?limit=101')).data).toHaveLength(2)
})

test.each(['newest-first', 'oldest-first', 'by-id'] as const)(
  'a cursor on the last page of a list that is ordered %s leads to an empty one',
  async (listOrder) => {
    const { call, createEvent } = createHarness({ dialect: { lastPageCursor: 'present', listOrder } })
    for (let count = 0; count < 3; count++) await createEvent()
    const last = page(await call('GET', '/v1/events'))
    expect([last.data.length, last.hasMore]).toEqual([3, false])
    const behind = page(await call('GET', `/v1/events?cursor=${last.nextCursor}`))
    expect([behind.data, behind.hasMore]).toEqual([[], false])
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
      const { data, nextCursor } = page(await call('GET', `${path}?limit=7${cursor}`))
      listed.push(...data.map(({ id }) => id))
      cursor = nextCursor ? `&cursor=${nextCursor}` : ''
    } while (cursor !== '')
    expect(listed).toEqual([...made].sort())
    expect(listed).not.toEqual(made)
    expect(listed).not.toEqual([...made].reverse())
  }
})

test('a page by id goes on behind an item that was deleted meanwhile', async () => {
  const { call, createWebhook } = createHarness({ dialect: { listOrder: 'by-id' } })
  for (let count = 0; count < 4; count++) await createWebhook()
  const all = page(await call('GET', '/v1/webhooks')).data.map(({ id }) => id)
  const { nextCursor } = page(await call('GET', '/v1/webhooks?limit=2'))
  await call('DELETE', `/v1/webhooks/${all[1]}`)
  const rest = page(await call('GET', `/v1/webhooks?cursor=${nextCursor}`)).data.map(({ id }) => id)
  expect(rest).toEqual(all.slice(2))
})

test('a second webhook with one URL is as the dialect says', async () => {
  const reject = createHarness({ dialect: { duplicateUrls: 'reject' } })
  await reject.createWebhook()
  expect((await reject.createWebhook()).status).toBe(409)
  expect((await reject.createWebhook({}, { key: 'sk_test_mock' })).status).toBe(201)
  const same = createHarness({ dialect: { duplicateUrls: 'same' } })
  const first = await same.createWebhook()
  const second = await same.createWebhook({ events: ['other'] })
  expect([second.status, second.json]).toEqual([201, first.json])
  const accept = createHarness()
  expect((await accept.createWebhook()).id).not.toBe((await accept.createWebhook()).id)
})

test('a test key registers no webhooks where the dialect says so', async () => {
  const { createWebhook } = createHarness({ dialect: { testWebhooks: 'reject' } })
  expect((await createWebhook({}, { key: 'sk_test_mock' })).status).toBe(403)
  expect((await createWebhook()).status).toBe(201)
})

test('webhooks are for public hosts alone where the dialect says so', async () => {
  const { createWebhook } = createHarness({ dialect: { webhookHosts: 'public' } })
  const hosts = [
    'localhost',
    'a.localhost',
    'hook.invalid',
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
  ]
  for (const host of [
    ...hosts,
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    '2130706433',
  ]) {
    expect((await createWebhook({ url: `https://${host}/` })).status, host).toBe(400)
  }
  for (const host of [
    'shop.example',
    '10.example',
    '172.15.0.1',
    '100.128.0.1',
    '[2606:4700::1]',
    'fda.example',
  ]) {
    expect((await createWebhook({ url: `https://${host}/` })).status, host).toBe(201)
  }
})

test('types and descriptions are as long as stated, counted in characters', async () => {
  const { createEvent, createWebhook } = createHarness({
    dialect: { maxTypeLength: 300, maxDescriptionLength: 3, emptyType: 'accept' },
  })
  expect((await createEvent({ type: '😊'.repeat(300) })).status).toBe(201)
  expect((await createEvent({ type: '😊'.repeat(301) })).status).toBe(400)
  expect((await createEvent({ type: '' })).status).toBe(201)
  expect((await createWebhook({ description: '😊😊😊' })).status).toBe(201)
  expect((await createWebhook({ description: '😊😊😊😊' })).status).toBe(400)
  const endless = createHarness({ dialect: { maxTypeLength: null } })
  expect((await endless.createEvent({ type: 'a'.repeat(10_000) })).status).toBe(201)
  expect((await createHarness().createEvent({ type: 'a'.repeat(257) })).status).toBe(400)
})

test('a description that was not given is an empty text where the dialect says so', async () => {
  const { createWebhook } = createHarness({ dialect: { omittedDescription: 'empty' } })
  expect((await createWebhook()).json).toMatchObject({ description: '' })
})

test.each([
  [{ precision: 'seconds', suffix: '+00:00' }, '2026-11-21T03:00:00+00:00'],
  [{ precision: 'milliseconds', suffix: '+00:00' }, '2026-11-21T03:00:00.000+00:00'],
  [{ precision: 'microseconds', suffix: 'Z' }, '2026-11-21T03:00:00.000000Z'],
  [{ precision: 'nanoseconds' }, '2026-11-21T03:00:00.000000000Z'],
] as const)('times are written as %j', async (timestamps, written) => {
  const { createEvent, createWebhook, backend } = createHarness({ dialect: { timestamps } })
  const event = await createEvent()
  expect([event.json.created, (await createWebhook()).json.created]).toEqual([written, written])
  const before = await backend.snapshot()
  await backend.restore(before)
  expect(await backend.snapshot()).toEqual(before)
})

test('the time to wait has a fraction where the dialect says so', async () => {
  const { createEvent } = createHarness({
    dialect: { retryAfter: 'fractional-seconds' },
    plan: 'enterprise:4',
  })
  let refused = await createEvent()
  while (refused.status === 201) refused = await createEvent()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '0.250'])
})

import { expect } from 'vitest'
import { createTest, test } from '@event-delivery/mock/vitest'

const hook = 'https://shop.example/hooks'

const earlier: unknown[] = []

for (const turn of ['first', 'second']) {
  test(`the backend is fresh in the ${turn} of two tests`, async ({ backend, client }) => {
    expect((await client.events.list()).data).toEqual([])
    expect(earlier).not.toContain(backend)
    earlier.push(backend)
    await client.events.create({ type: 'order.paid', data: {} })
  })
}

test('a delivery that was made passes, and one that was not passes behind not', async ({
  backend,
  client,
}) => {
  const { id } = await client.webhooks.create({ url: hook, events: ['*'] })
  await client.events.create({ type: 'order.paid', data: { order: 1042 } })
  await expect(backend).toHaveDelivered()
  await expect(backend).toHaveDelivered({
    type: 'order.paid',
    to: hook,
    webhookId: id,
    data: { order: 1042 },
    times: 1,
  })
  await expect(backend).not.toHaveDelivered({ type: 'order.refunded' })
  await expect(backend).not.toHaveDelivered({ to: 'https://shop.example/others' })
  await expect(backend).not.toHaveDelivered({ type: 'order.paid', times: 2 })
})

test('the message of the matcher shows what was delivered instead', async ({ backend, client }) => {
  const webhook = await client.webhooks.create({ url: hook, events: ['*'] })
  const { id } = await client.events.create({ type: 'order.paid', data: {} })
  await expect(expect(backend).toHaveDelivered({ type: 'order.sent', times: 2 })).rejects.toThrow(
    `2 deliveries like {"type":"order.sent"} expected, 0 found. Delivered or tried:\n  order.paid ${id} to ${hook}, webhook ${webhook.id}: attempt 1 delivered (204)`,
  )
  await expect(expect(backend).not.toHaveDelivered({ to: hook })).rejects.toThrow(
    `No delivery like {"to":"${hook}"} expected, 1 found. Found:\n  order.paid ${id}`,
  )
})

const withSilence = createTest({ fetch: () => new Promise<Response>(() => {}) })

withSilence(
  'a receiver that does not answer fails the matcher, behind not as well',
  async ({ backend, client }) => {
    await client.webhooks.create({ url: hook, events: ['*'] })
    await client.events.create({ type: 'order.paid', data: {} })
    await expect(expect(backend).not.toHaveDelivered({ timeout: 20 })).rejects.toThrow(/still under way/)
  },
)

test('a matcher without a backend says what it wants', async () => {
  await expect(expect('backend').toHaveDelivered()).rejects.toThrow(
    'toHaveDelivered judges a backend: write `await expect(backend).toHaveDelivered(...)`.',
  )
})

test('a listener of the inbox answers, and the clock brings the retry', async ({
  backend,
  client,
  clock,
  inbox,
}) => {
  const refuse = (event: { respondWith(answer: Response): void }) =>
    event.respondWith(new Response(null, { status: 503 }))
  inbox.addEventListener('delivery', refuse, { once: true })
  await client.webhooks.create({ url: hook, events: ['*'] })
  await client.events.create({ type: 'order.paid', data: {} })
  await expect(backend).not.toHaveDelivered()
  await clock.advance(24 * 60 * 60 * 1_000)
  await expect(backend).toHaveDelivered({ type: 'order.paid' })
})

test('a server runs for the test that names it', async ({ baseUrl, client }) => {
  await client.events.create({ type: 'order.paid', data: {} })
  const answer = await fetch(`${baseUrl}/v1/events`, { headers: { authorization: 'Bearer sk_live_mock' } })
  expect(await answer.json()).toMatchObject({ data: [{ type: 'order.paid' }] })
})

const withOptions = createTest({ keys: [{ key: 'sk_live_shop' }], dialect: { createEventStatus: 202 } })

withOptions('a test can be made with options of the backend', async ({ backend, baseUrl, client }) => {
  expect(backend.dialect.createEventStatus).toBe(202)
  await client.events.create({ type: 'order.paid', data: {} })
  const headers = { authorization: 'Bearer sk_live_mock' }
  expect((await fetch(`${baseUrl}/v1/events`, { headers })).status).toBe(401)
})

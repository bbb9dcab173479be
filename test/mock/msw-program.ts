// Holds the handlers to their promises on one msw and one Node. `msw-versions.ts` runs this program where both are installed.
import assert from 'node:assert/strict'
import { setupServer } from 'msw/node'
import { createBackend, createClock, createInbox } from '@event-delivery/mock'
import { handlers } from '@event-delivery/mock/msw'
import { EventDelivery } from '@event-delivery/sdk'
import { unwrap } from '@event-delivery/sdk/webhooks'

const baseUrl = 'https://api.events.example'
const inbox = createInbox()
const backend = createBackend({ plan: 'enterprise:20', clock: createClock(), fetch: inbox.fetch })
const server = setupServer(...handlers(backend, baseUrl))
const client = new EventDelivery({ apiKey: 'sk_live_mock', baseUrl })
const headers = { authorization: 'Bearer sk_test_mock', 'content-type': 'application/json' }
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${baseUrl}${path}`, { ...init, headers: { ...headers, ...init.headers } })
const isNetworkError = (error: unknown) => error instanceof TypeError

server.listen({ onUnhandledRequest: 'error' })

const { secret, id } = await client.webhooks.create({ url: 'https://shop.example/hooks', events: ['*'] })
const delivered = new Promise<Request>((resolve) =>
  inbox.addEventListener('delivery', ({ request }) => resolve(request)),
)
const event = await client.events.create({ type: 'order.paid', data: { order: 1 } }, { idempotencyKey: 'k' })
assert.deepEqual(await unwrap(await delivered, { secret }), event)
assert.deepEqual(
  await client.events.create({ type: 'order.paid', data: { order: 1 } }, { idempotencyKey: 'k' }),
  event,
)
assert.deepEqual((await client.events.list()).data, [event])
assert.deepEqual(await client.webhooks.delete(id), { id, deleted: true })

assert.equal((await ask('/v1/events', { headers: { authorization: '' } })).status, 401)
assert.equal((await ask('/v1/events/%E0%A4%A')).status, 404)
assert.equal((await ask('/v1/events', { method: 'POST', body: '{' })).status, 400)
assert.equal(await (await ask('/v1/events', { method: 'HEAD' })).text(), '')
await assert.rejects(ask('/v1/events', { headers: { prefer: 'fault=reset' } }), isNetworkError)
// With msw 3 the whole fetch fails, with msw 2 the reading of its body.
await assert.rejects(async () => (await ask('/v1/events', { headers: { prefer: 'fault=truncated' } })).text())

let refused: Response | undefined
for (let count = 0; count < 100 && refused?.status !== 429; count++) refused = await ask('/v1/events')
assert.deepEqual([refused?.status, refused?.headers.get('retry-after')], [429, '1'])

server.resetHandlers(...handlers(backend, baseUrl, { origin: 'https://shop.example' }))
const seen = await ask('/v1/events', { headers: { authorization: 'Bearer none' } })
assert.deepEqual([seen.status, seen.headers.get('access-control-allow-origin')], [401, null])

server.close()
await backend.close()

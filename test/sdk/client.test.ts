import { EventDelivery, type Dialect, UnsupportedOperationError } from '@event-delivery/sdk'
import { answer, createFakeClock, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { operations } from '../../generated/operations'
import { baseUrl, callOf, clientOf, input, rejection, stored } from './client'

test.each(Object.values(operations))(
  '$id is a method of the SDK, sent where the document has it',
  async (operation) => {
    const fetch = scriptedFetch(refuse(401, 'unauthorized'))
    await rejection(callOf(clientOf(fetch).client, operation) as PromiseLike<unknown>)
    const { method, path } = operation
    expect(fetch.requests).toMatchObject([{ method, url: baseUrl + path.replace('{id}', 'id-1') }])
  },
)

test.each([
  'http://localhost:4010',
  'http://127.0.0.1',
  'http://[::1]:80',
  'https://events.example/gateway/',
])('%s is a base URL', (address) => {
  // A key of an unknown kind passes.
  expect(new EventDelivery({ apiKey: 'tok-4711', baseUrl: address })).toBeDefined()
})

test('a key given as a function is asked for before each attempt', async () => {
  const keys = ['sk_live_old', 'sk_live_new']
  const fetch = scriptedFetch(refuse(503, 'x'), answer(201, stored))
  const { client } = clientOf(fetch, { apiKey: async () => keys.shift() ?? '' })
  await client.events.create(input)
  expect(fetch.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer sk_live_old',
    'Bearer sk_live_new',
  ])
})

const key = { name: 'a', scopes: ['events:read' as const], expiresAt: '2030-01-01T00:00:00Z' }

test('a key function that fails, or returns no key, sends nothing, and makes no operation count as not offered', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const noKey = { name: 'InvalidRequestError', param: 'apiKey', outcome: 'not-sent' }
  const cause = new Error('the vault is sealed')
  const { events, webhooks, keys } = clientOf(fetch, { apiKey: () => Promise.reject(cause) }).client
  const created = events.create(input, { idempotencyKey: 'k' })
  expect(await rejection(created)).toMatchObject({ ...noKey, idempotencyKey: 'k', cause })
  for (const call of [events.retrieve('evt_1'), webhooks.list(), keys.create(key)])
    expect(await rejection(call)).toMatchObject({ ...noKey, cause })
  const wrong = clientOf(fetch, { apiKey: () => 'a\nb' }).client
  expect(await rejection(wrong.events.create(input))).toMatchObject(noKey)
  expect(fetch.requests).toHaveLength(0)
})

test('a call is sent whether or not somebody awaits it', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const clock = createFakeClock()
  void clientOf(fetch, { clock }).client.events.create(input)
  await clock.advance(0)
  expect(fetch.requests).toHaveLength(1)
})

test.each<[Dialect['idempotency'], string | null, unknown]>([
  [undefined, 'k', { ...input, idempotencyKey: 'k' }],
  [{ in: 'both' }, 'k', { ...input, idempotencyKey: 'k' }],
  [{ in: 'header', name: 'Idempotency-Key' }, 'k', input],
  [{ in: 'body', name: 'dedupe_key' }, null, { ...input, dedupe_key: 'k' }],
])('with the key in %j, header and body have it there', async (idempotency, header, body) => {
  const fetch = scriptedFetch(answer(201, stored))
  await clientOf(fetch, { dialect: { idempotency } }).client.events.create(input, { idempotencyKey: 'k' })
  expect(fetch.requests[0]?.headers.get('idempotency-key')).toBe(header)
  expect(JSON.parse(fetch.requests[0]?.body ?? '')).toEqual(body)
})

test('an operation that the deployment does not offer is not sent', async () => {
  const fetch = scriptedFetch(answer(200, {}))
  const operations = { retrieveEvent: null, listWebhooks: null, createKey: null }
  const { client } = clientOf(fetch, { dialect: { operations } })
  for (const call of [client.events.retrieve('evt_1'), client.webhooks.list(), client.keys.create(key)]) {
    expect(await rejection(call)).toMatchObject({ name: 'UnsupportedOperationError', outcome: 'not-sent' })
  }
  expect(fetch.requests).toHaveLength(0)
})

test('an answer that nothing is at the path becomes the error for an operation that is not offered', async () => {
  const error = await rejection(clientOf(scriptedFetch(refuse(404, 'not_found'))).client.webhooks.list())
  expect(error).toBeInstanceOf(UnsupportedOperationError)
  const attempts = [{ status: 404 }]
  expect(error).toMatchObject({ operation: 'listWebhooks', cause: { status: 404 }, attempts })
})

test('an operation is sent where the dialect has moved it', async () => {
  const fetch = scriptedFetch(answer(200, stored))
  const operations = { retrieveEvent: 'GET /v1/other/{id}', createKey: 'PUT /v1/api-keys' }
  const { client } = clientOf(fetch, { dialect: { operations } })
  await client.events.retrieve('evt_1')
  await rejection(client.keys.create({ name: 'a', scopes: [], expiresAt: '' }))
  expect(fetch.requests[0]).toMatchObject({ method: 'GET', url: `${baseUrl}/v1/other/evt_1` })
  expect(fetch.requests[1]).toMatchObject({ method: 'PUT', url: `${baseUrl}/v1/api-keys` })
})

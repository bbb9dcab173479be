import { type Dialect, UnsupportedOperationError } from '@event-delivery/sdk'
import { answer, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { baseUrl, clientOf, input, rejection, stored } from './client'

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

test('a refusal of the idempotency key names the option that places it', async () => {
  const refusal = refuse(400, 'invalid_request', 'unknown field', 'idempotencyKey')
  const error = await rejection(clientOf(scriptedFetch(refusal)).client.events.create(input))
  expect(String(error)).toContain('dialect.idempotency')
})

test('an operation that the deployment does not offer is not sent', async () => {
  const fetch = scriptedFetch(answer(200, {}))
  const operations = { retrieveEvent: null, listWebhooks: null, createKey: null }
  const { client } = clientOf(fetch, { dialect: { operations } })
  const key = { name: 'a', scopes: ['events:read' as const], expiresAt: '2030-01-01T00:00:00Z' }
  for (const call of [client.events.retrieve('evt_1'), client.webhooks.list(), client.keys.create(key)]) {
    expect(await rejection(call)).toMatchObject({ name: 'UnsupportedOperationError', outcome: 'not-sent' })
  }
  expect(fetch.requests).toHaveLength(0)
})

test('an answer that nothing is at the path becomes the error for an operation that is not offered', async () => {
  const error = await rejection(clientOf(scriptedFetch(refuse(404, 'not_found'))).client.webhooks.list())
  expect(error).toBeInstanceOf(UnsupportedOperationError)
  expect(error).toMatchObject({
    operation: 'listWebhooks',
    cause: { status: 404 },
    attempts: [{ status: 404 }],
  })
  const failing = () => Promise.reject(new Error('the vault is down'))
  const unsent = clientOf(scriptedFetch(answer(200, stored)), { apiKey: failing }).client
  expect(await rejection(unsent.events.retrieve('evt_1'))).toMatchObject({ param: 'apiKey' })
  const missing = await rejection(
    clientOf(scriptedFetch(refuse(404, 'not_found'))).client.events.retrieve('evt_1'),
  )
  expect(missing).toMatchObject({ name: 'NotFoundError' })
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

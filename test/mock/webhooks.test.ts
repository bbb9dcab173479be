import { expect, test } from 'vitest'
import {
  validateWebhookDeletion,
  validateWebhookPage,
  validateWebhookWithSecret,
} from '../../generated/response-validators'
import { createHarness } from '../support/backend'

test('a registration returns the webhook with its secret, once', async () => {
  const { call, createWebhook } = createHarness()
  const created = await createWebhook({
    url: 'https://a.example/x?y=1',
    events: ['a', 'b'],
    description: 'Warehouse',
  })
  expect(created).toMatchObject({
    status: 201,
    json: { url: 'https://a.example/x?y=1', events: ['a', 'b'], description: 'Warehouse', status: 'active' },
  })
  expect(validateWebhookWithSecret(created.json)).toBe(true)
  expect(Buffer.from(created.secret.slice('whsec_'.length), 'base64')).toHaveLength(32)

  const listed = await call('GET', '/v1/webhooks')
  const { secret: _secret, ...shown } = created.json as Partial<typeof created.json>
  expect(listed.json).toEqual({ data: [shown], hasMore: false, nextCursor: null })
  expect(validateWebhookPage(listed.json)).toBe(true)
})

test('each webhook has an id and a secret of its own', async () => {
  const { createWebhook } = createHarness()
  const made = await Promise.all(Array.from({ length: 50 }, () => createWebhook()))
  expect(new Set(made.map(({ id }) => id)).size).toBe(50)
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(50)
})

test('a deletion returns the id, and a second one finds nothing', async () => {
  const { call, createWebhook } = createHarness()
  const { id } = await createWebhook()
  const other = await createWebhook()
  const deleted = await call('DELETE', `/v1/webhooks/${id}`)
  expect(deleted).toMatchObject({ status: 200, json: { id, deleted: true } })
  expect(validateWebhookDeletion(deleted.json)).toBe(true)
  expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(404)
  expect((await call('GET', '/v1/webhooks')).json.data).toMatchObject([{ id: other.id }])
})

test("webhooks are listed page by page, also when the cursor's own webhook is deleted", async () => {
  const { call, createWebhook } = createHarness()
  const ids: string[] = []
  for (let order = 0; order < 5; order++) ids.unshift((await createWebhook()).id)
  const first = (await call('GET', '/v1/webhooks?limit=2')).json as unknown as { nextCursor: string }
  expect(first).toMatchObject({ data: [{ id: ids[0] }, { id: ids[1] }], hasMore: true })
  await call('DELETE', `/v1/webhooks/${ids[1]}`)
  await createWebhook()
  const rest = await call('GET', `/v1/webhooks?cursor=${first.nextCursor}`)
  expect(rest.json).toMatchObject({ data: [{ id: ids[2] }, { id: ids[3] }, { id: ids[4] }], hasMore: false })
})

test('a URL with letters beyond ASCII is taken, however many were judged before it', async () => {
  const { call } = createHarness()
  const register = (url: string) => call('POST', '/v1/webhooks', { body: { url, events: ['*'] } })
  // The engine compiles what is called often, and has compiled a URL parser that lost such letters.
  for (let count = 0; count < 8_000; count += 1) await register('https://nowhere.invalid/hooks')
  expect(await register('https://größe.example/hooks')).toMatchObject({ status: 201 })
})

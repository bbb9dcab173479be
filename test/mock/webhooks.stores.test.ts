import { expect, test } from 'vitest'
import {
  validateWebhookDeletion,
  validateWebhookPage,
  validateWebhookWithSecret,
} from '../../generated/response-validators'
import { createHarness, type Page } from '../support/backend'

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
  const { call, createWebhook, list } = createHarness()
  const { id } = await createWebhook()
  const other = await createWebhook()
  const deleted = await call('DELETE', `/v1/webhooks/${id}`)
  expect(deleted).toMatchObject({ status: 200, json: { id, deleted: true } })
  expect(validateWebhookDeletion(deleted.json)).toBe(true)
  expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(404)
  expect(await list('/v1/webhooks')).toMatchObject([{ id: other.id }])
})

test("webhooks are listed page by page, also when the cursor's own webhook is deleted", async () => {
  const { call, createWebhook } = createHarness()
  const ids: string[] = []
  for (let order = 0; order < 5; order++) ids.unshift((await createWebhook()).id)
  const first = (await call<Page>('GET', '/v1/webhooks?limit=2')).json
  expect(first).toMatchObject({ data: [{ id: ids[0] }, { id: ids[1] }], hasMore: true })
  await call('DELETE', `/v1/webhooks/${ids[1]}`)
  await createWebhook()
  const rest = await call('GET', `/v1/webhooks?cursor=${first.nextCursor}`)
  expect(rest.json).toMatchObject({ data: [{ id: ids[2] }, { id: ids[3] }, { id: ids[4] }], hasMore: false })
})

import { expect, test } from 'vitest'
import { createHarness, type Page } from '../support/backend'

test('each webhook has an id and a secret of its own', async () => {
  const { createWebhook } = createHarness()
  const made = await Promise.all(Array.from({ length: 50 }, () => createWebhook()))
  expect(new Set(made.map(({ id }) => id)).size).toBe(50)
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(50)
  for (const { secret } of made) expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
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

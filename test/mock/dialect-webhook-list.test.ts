import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'

test('the list of webhooks differs from that of events where the dialect says so', async () => {
  const { call, createEvent, createWebhook } = createHarness({
    dialect: {
      lastPageCursor: 'present',
      extras: { webhook: { object: { constant: 'webhook' } }, list: { object: { constant: 'list' } } },
      webhookList: {
        order: 'oldest-first',
        lastPageCursor: 'null',
        item: { hint: { constant: '•' } },
        list: {},
      },
    },
  })
  const first = await createWebhook()
  await createWebhook()
  await createEvent()
  expect(first.json).toMatchObject({ object: 'webhook' })
  const events = (await call('GET', '/v1/events')).json as unknown as Record<string, unknown>
  expect(events).toMatchObject({ object: 'list', nextCursor: expect.stringMatching(/^cur_/) as string })
  const { data, ...envelope } = (await call('GET', '/v1/webhooks')).json as unknown as { data: object[] }
  expect(envelope).toEqual({ hasMore: false, nextCursor: null })
  expect(data[0]).toMatchObject({ id: first.id, hint: '•' })
  expect(data[0]).not.toHaveProperty('object')
})

test('an empty object leaves the list of webhooks like that of events', async () => {
  const { call, createWebhook } = createHarness({
    dialect: { lastPageCursor: 'absent', extras: { webhook: { object: { constant: 'webhook' } } } },
  })
  await createWebhook()
  const { data, ...envelope } = (await call('GET', '/v1/webhooks')).json as unknown as { data: object[] }
  expect(envelope).toEqual({ hasMore: false })
  expect(data[0]).toMatchObject({ object: 'webhook' })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHarness, type Harness } from '../support/backend'

const good = { url: 'https://shop.example/hooks', events: ['*'] }

const check = ({ control }: Harness, body: object) => control('POST /check', body)

test('a check says what the operation would say, and creates nothing', async () => {
  const bodies = fc.record(
    {
      type: fc.oneof(fc.string({ maxLength: 3 }), fc.constant('x'.repeat(300)), fc.integer()),
      data: fc.oneof(fc.dictionary(fc.string(), fc.json()), fc.array(fc.integer()), fc.string()),
      idempotencyKey: fc.oneof(fc.string({ maxLength: 2 }), fc.integer()),
      note: fc.string(),
    },
    { requiredKeys: [] },
  )
  const harness = createHarness({ dialect: { unknownFields: 'reject' } })
  await fc.assert(
    fc.asyncProperty(bodies, fc.boolean(), async (body, asText) => {
      const checked = await check(harness, asText ? { text: JSON.stringify(body) } : { body })
      const { ok, explanation: told } = checked.json as unknown as { ok: boolean; explanation?: object }
      const before = await harness.list('/__mock/events?limit=1')
      const sent = await harness.call('POST', '/v1/events', { body })
      expect(ok).toBe(sent.status === 201)
      if (!ok) expect(told).toMatchObject({ status: sent.status, ...sent.json.error })
      expect(before.length === 0 || JSON.stringify(before) !== JSON.stringify([sent.json])).toBe(true)
    }),
    { numRuns: 60 },
  )
  const data = await harness.journal<{ path?: string }>()
  expect(data.some(({ path }) => path?.includes('check'))).toBe(false)
})

test('a webhook is checked too, in the mode of choice', async () => {
  const harness = createHarness({ dialect: { testWebhooks: 'reject', duplicateUrls: 'reject' } })
  const operation = 'createWebhook'
  expect((await check(harness, { operation, body: good })).json).toEqual({ ok: true })
  expect(await harness.list('/v1/webhooks')).toEqual([])
  expect((await check(harness, { operation, body: good, mode: 'test' })).json).toMatchObject({
    ok: false,
    explanation: { situation: 'testWebhook', rule: { id: 'OQ-35' } },
  })
  const { id } = await harness.createWebhook(good)
  expect((await check(harness, { operation, body: good })).json).toMatchObject({
    ok: false,
    explanation: { code: 'conflict', near: { hint: expect.stringContaining(id) as string } },
  })
})

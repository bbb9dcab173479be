import { type ClientOptions, type OneTime, type WebhookWithSecret } from '@event-delivery/sdk'
import { answer, scriptedFetch } from '@event-delivery/sdk/testing'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { canary } from '../support/canary'
import { clientOf, webhook } from './client'

afterEach(() => {
  vi.restoreAllMocks()
})

const webhookInput = { url: 'https://a.example', events: ['*'] }
const key = { id: 'key_1', name: 'a', scopes: [], expiresAt: '', created: '', key: `sk_live_${canary}` }
const keyInput = { name: 'a', scopes: ['events:read' as const], expiresAt: '2030-01-01T00:00:00Z' }

/** Creates a webhook and a key by a client whose warnings are kept. */
async function create(options: ClientOptions = {}) {
  const warnings: string[] = []
  const logger = { debug() {}, info() {}, warn: (text: string) => void warnings.push(text), error() {} }
  const fetch = scriptedFetch(answer(201, webhook), answer(201, key))
  const { client } = clientOf(fetch, { logger, ...options })
  return {
    warnings,
    webhook: await client.webhooks.create(webhookInput),
    key: await client.keys.create(keyInput),
  }
}

test('JSON of a new webhook says that it lacks the secret, and which call has it, and warns once', async () => {
  const { webhook: created, warnings } = await create()
  const column = JSON.stringify({ webhook: created })
  expect(column).toContain('[shown once: webhook.reveal() has it]')
  expect(column).not.toContain(canary)
  JSON.stringify(created)
  expect(warnings).toEqual([
    '[event-delivery] JSON of a new webhook lacks its secret, which is shown once: webhook.reveal() has it.',
  ])
})

test('reveal gives the plain record, whose JSON holds the secret', async () => {
  const { webhook: created, key: createdKey, warnings } = await create()
  expect(JSON.parse(JSON.stringify(created.reveal()))).toEqual(webhook)
  expect(JSON.parse(JSON.stringify(createdKey.reveal()))).toEqual(key)
  expect(Object.getPrototypeOf(created.reveal())).toBe(Object.prototype)
  expect(warnings).toEqual([])
})

test('a new key is told of as a webhook is', async () => {
  const { key: created, warnings } = await create()
  expect(JSON.parse(JSON.stringify(created))).toEqual({
    ...key,
    key: '[shown once: key.reveal() has it]',
  })
  expect(warnings).toEqual([
    '[event-delivery] JSON of a new key lacks its key, which is shown once: key.reveal() has it.',
  ])
})

test('each record warns for itself, since each loses a secret of its own', async () => {
  const { webhook: first, key: second, warnings } = await create()
  JSON.stringify([first, second, first, second])
  expect(warnings).toHaveLength(2)
})

test('without a logger nothing is printed, and the JSON alone says what it lacks', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { webhook: created } = await create({ logger: undefined })
  expect(JSON.stringify(created)).toContain('webhook.reveal() has it')
  expect(printed).not.toHaveBeenCalled()
})

test('a copy by spread or structuredClone is plain data, and holds the secret', async () => {
  const { webhook: created } = await create()
  for (const copy of [{ ...created }, structuredClone(created), Object.assign({}, created)]) {
    expect(JSON.parse(JSON.stringify(copy))).toEqual(webhook)
    expect(Object.keys(copy)).toEqual(Object.keys(webhook))
  }
})

test('the secret leaves by destructuring, and the rest has neither it nor reveal', async () => {
  const { webhook: created } = await create()
  const { secret, ...rest } = created
  expect(secret).toBe(webhook.secret)
  expect(rest).toEqual({ ...webhook, secret: undefined })
  expectTypeOf(created).toEqualTypeOf<OneTime<WebhookWithSecret>>()
  expectTypeOf(created.reveal()).toEqualTypeOf<WebhookWithSecret>()
  expectTypeOf(rest).not.toHaveProperty('reveal')
  expectTypeOf(rest).not.toHaveProperty('secret')
  expectTypeOf({ ...created }).not.toHaveProperty('reveal')
})

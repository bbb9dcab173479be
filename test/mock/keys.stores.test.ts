import { expect, test } from 'vitest'
import { validateKey } from '../../generated/response-validators'
import { createHarness } from '../support/backend'

const wanted = { name: 'reporting', scopes: ['events:read'], expiresAt: '2026-11-22T03:00:00Z' }

const permitted = [
  ['GET', '/v1/events', 'events:read'],
  ['GET', '/v1/events/evt_1', 'events:read'],
  ['POST', '/v1/events', 'events:write'],
  ['GET', '/v1/webhooks', 'webhooks:read'],
  ['POST', '/v1/webhooks', 'webhooks:write'],
  ['DELETE', '/v1/webhooks/wh_1', 'webhooks:write'],
  ['POST', '/v1/keys', null],
] as const

test.each(permitted)('%s %s wants the scope %s and no other', async (method, path, scope) => {
  const { call } = createHarness()
  for (const held of ['events:read', 'events:write', 'webhooks:read', 'webhooks:write']) {
    const { json } = await call('POST', '/v1/keys', { body: { ...wanted, scopes: [held] } })
    const reply = await call(method, path, { key: json.key, ...(method === 'POST' ? { body: {} } : {}) })
    if (held === scope) expect([200, 400, 404]).toContain(reply.status)
    else {
      expect(reply).toMatchObject({ status: 403, json: { error: { code: 'insufficient_scope' } } })
      expect(reply.headers.get('www-authenticate')).toMatch(/insufficient_scope/)
      if (scope) expect(reply.json.error.message).toBe(`The API key lacks the scope ${scope}.`)
    }
  }
})

test("a scoped key comes back as it was asked for, with the prefix of its creator's mode", async () => {
  const { call } = createHarness()
  for (const mode of ['live', 'test']) {
    const reply = await call('POST', '/v1/keys', { body: wanted, key: `sk_${mode}_mock` })
    expect(reply).toMatchObject({ status: 201, json: { ...wanted, created: '2026-11-21T03:00:00.000Z' } })
    expect(reply.json.key).toMatch(new RegExp(`^sk_${mode}_`))
    expect(validateKey(reply.json)).toBe(true)
  }
})

test('a scoped key is refused from its end on', async () => {
  const { call, clock } = createHarness()
  const { json } = await call('POST', '/v1/keys', { body: wanted })
  await clock.advance(24 * 60 * 60 * 1_000 - 1)
  expect((await call('GET', '/v1/events', { key: json.key })).status).toBe(200)
  await clock.advance(1)
  expect((await call('GET', '/v1/events', { key: json.key })).status).toBe(401)
})

test.each([
  ['free', 403],
  ['pro', 403],
  ['enterprise:50', 201],
] as const)('on the plan %s the creation of a scoped key is answered %i', async (plan, status) => {
  const { call } = createHarness({ plan })
  expect((await call('POST', '/v1/keys', { body: wanted })).status).toBe(status)
})

test('a key without a known prefix is refused when the backend is made', () => {
  expect(() => createHarness({ keys: [{ key: 'pk_1' }] })).toThrow('sk_live_ or sk_test_')
})

import { expect, test } from 'vitest'
import { resolveDialect, type BackendOptions, type RequestEntry } from '@event-delivery/mock'
import { createHarness, type CallOptions } from '../../support/backend'
import { deliveryForms } from '../../../mock/inspector/copy/copies'
import { entriesOf, formOf, lastRequest } from './copied-programs'
import { runTests } from './copied-tests'

interface Case {
  name: string
  method: string
  path: string
  request?: CallOptions
  options?: BackendOptions
  /** How often the request is sent. The last one is copied. */
  times?: number
  /** The key that the request bore, as the mock describes it. */
  key?: { scopes: ('events:read' | 'webhooks:read')[] | null; expiresAt: string | null }
}

const event = { body: { type: 'order.paid', data: { order: 1042, note: "it's `${1}`" } } }
const readKey = { key: 'sk_live_9fQ2reader', scopes: ['events:read' as const] }

const cases: Case[] = [
  { name: 'created', method: 'POST', path: '/v1/events', request: event },
  { name: 'missing-type', method: 'POST', path: '/v1/events', request: { body: { data: {} } } },
  { name: 'no-json', method: 'POST', path: '/v1/events', request: { text: '{type: 1}' } },
  { name: 'no-key', method: 'GET', path: '/v1/events', request: { key: null } },
  { name: 'unknown-key', method: 'GET', path: '/v1/events', request: { key: 'sk_live_9fQ2unknown' } },
  { name: 'expired-key', method: 'GET', path: '/v1/events', request: { key: 'sk_live_expired_mock' } },
  {
    name: 'public-scope',
    method: 'POST',
    path: '/v1/events',
    request: { ...event, key: 'sk_live_readonly_mock' },
  },
  {
    name: 'own-scope',
    method: 'POST',
    path: '/v1/events',
    request: { ...event, key: readKey.key },
    options: { keys: [readKey] },
    key: { scopes: ['events:read'], expiresAt: null },
  },
  {
    name: 'own-test-key',
    method: 'POST',
    path: '/v1/events',
    request: { ...event, key: 'sk_test_9fQ2all' },
    options: { keys: [{ key: 'sk_test_9fQ2all' }] },
    key: { scopes: null, expiresAt: null },
  },
  { name: 'listed', method: 'GET', path: '/v1/events?limit=2', options: { seed: 'examples' } },
  { name: 'limit', method: 'GET', path: '/v1/events?limit=500' },
  { name: 'unknown-path', method: 'GET', path: '/v1/`${x}`' },
  { name: 'wrong-method', method: 'PUT', path: '/v1/events' },
  {
    name: 'http-url',
    method: 'POST',
    path: '/v1/webhooks',
    request: { body: { url: 'http://a.example', events: ['*'] } },
  },
  {
    name: 'webhook',
    method: 'POST',
    path: '/v1/webhooks',
    request: { body: { url: 'https://a.example', events: ['*'] } },
  },
  { name: 'unknown-webhook', method: 'DELETE', path: '/v1/webhooks/wh_none' },
  {
    name: 'deleted',
    method: 'DELETE',
    path: '/v1/webhooks/wh_copied1',
    options: { seed: { webhooks: [{ id: 'wh_copied1', url: 'https://b.example', events: ['a'] }] } },
  },
  {
    name: 'retrieved',
    method: 'GET',
    path: '/v1/events/evt_copied1',
    options: { seed: { events: [{ id: 'evt_copied1', type: 'a', data: { b: 1 } }] } },
  },
  { name: 'limited', method: 'GET', path: '/v1/events', times: 11, options: { plan: 'free' } },
  {
    name: 'status-fault',
    method: 'POST',
    path: '/v1/events',
    request: event,
    options: { faults: [{ kind: 'status', status: 503 }] },
  },
  {
    name: 'html-fault',
    method: 'GET',
    path: '/v1/events',
    options: { faults: [{ kind: 'html', status: 502 }] },
  },
  { name: 'preferred', method: 'GET', path: '/v1/events', request: { headers: { prefer: 'code=500' } } },
  {
    name: 'preferred-cut',
    method: 'GET',
    path: '/v1/events',
    request: { headers: { prefer: 'fault=truncated' } },
  },
  {
    name: 'preferred-reset',
    method: 'GET',
    path: '/v1/events',
    request: { headers: { prefer: 'fault=reset' } },
  },
  {
    name: 'replayed',
    method: 'POST',
    path: '/v1/events',
    request: { body: { type: 'order.paid', data: {}, idempotencyKey: 'one' } },
    times: 2,
    options: { dialect: { replayEventStatus: 200 } },
  },
  {
    name: 'dialect',
    method: 'POST',
    path: '/v1/events',
    request: event,
    options: { dialect: { createEventStatus: 202, errorCodes: { 401: 'no_key' } } },
  },
]

async function entryOf({ method, path, request, options = {}, times = 1 }: Case): Promise<RequestEntry> {
  const harness = createHarness(options)
  for (let time = 0; time < times; time++) await harness.call(method, path, request).catch(() => {})
  return lastRequest(harness)
}

test('every request that is copied as a test gets the same answer from the mock of the test', async () => {
  const files: Record<string, string> = {}
  for (const one of cases) {
    const dialect = resolveDialect(one.options?.dialect)
    const context = { baseUrl: 'http://localhost', dialect, key: one.key }
    const { text, reason } = formOf('test', await entryOf(one), context)
    expect(reason, one.name).toBeUndefined()
    expect(text).not.toContain('9fQ2')
    files[one.name] = text ?? ''
  }
  for (const scheme of ['standard-webhooks', 'svix', 'timestamped-hex', 'body-hex'] as const) {
    const dialect = resolveDialect({ signature: { scheme } })
    const harness = createHarness({ dialect })
    await harness.createWebhook()
    await harness.createEvent()
    await harness.backend.waitForIdle()
    const entry = (await entriesOf(harness)).find(({ kind }) => kind === 'delivery')
    if (entry?.kind !== 'delivery') throw new Error('Nothing was delivered.')
    const form = deliveryForms(entry, { dialect })
      .find(({ id }) => id === 'test')
      ?.make()
    files[`received-${scheme}`] = form && 'text' in form ? form.text : ''
  }
  // A test that expects another answer shows that the others can fail.
  files.broken = (files['missing-type'] ?? '').replace("param: 'type'", "param: 'data'")
  const { broken, ...outcomes } = await runTests(files)
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'passed'])))
  expect(Object.keys(outcomes)).toHaveLength(cases.length + 4)
  expect(broken).toContain('AssertionError')
})

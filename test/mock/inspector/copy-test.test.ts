import { afterAll, expect, test } from 'vitest'
import { resolveDialect, type BackendOptions, type RequestEntry } from '@event-delivery/mock'
import { accept, createHarness, type CallOptions } from '../../support/backend'
import { deliveryForms, type CopyContext } from '../../../mock/inspector/copy/copies'
import { entriesOf, formOf, lastRequest } from './copied-programs'
import { failing, registerTests } from './copied-tests'

interface More {
  options?: BackendOptions
  /** How often the request is sent. The last one is copied. */
  times?: number
  /** The key that the request bore, as the mock describes it. */
  key?: CopyContext['key']
}
type Case = [method: string, path: string, request?: CallOptions, more?: More]

const events = '/v1/events'
const event = { body: { type: 'order.paid', data: { order: 1042, note: "it's `${1}`" } } }
const withPreference = (prefer: string) => ({ headers: { prefer } })
const webhookOf = (url: string) => ({ body: { url, events: ['*'] } })
const [reader, all] = ['sk_live_9fQ2reader', 'sk_test_9fQ2all']

const cases: Record<string, Case> = {
  created: ['POST', events, event],
  'missing-type': ['POST', events, { body: { data: {} } }],
  'no-json': ['POST', events, { text: '{type: 1}' }],
  'no-key': ['GET', events, { key: null }],
  'unknown-key': ['GET', events, { key: 'sk_live_9fQ2unknown' }],
  'expired-key': ['GET', events, { key: 'sk_live_expired_mock' }],
  'public-scope': ['POST', events, { ...event, key: 'sk_live_readonly_mock' }],
  'own-scope': [
    'POST',
    events,
    { ...event, key: reader },
    {
      options: { keys: [{ key: reader, scopes: ['events:read'] }] },
      key: { scopes: ['events:read'], expiresAt: null },
    },
  ],
  'own-test-key': [
    'POST',
    events,
    { ...event, key: all },
    { options: { keys: [{ key: all }] }, key: { scopes: null, expiresAt: null } },
  ],
  listed: ['GET', `${events}?limit=2`, {}, { options: { seed: 'examples' } }],
  limit: ['GET', `${events}?limit=500`],
  'unknown-path': ['GET', '/v1/`${x}`'],
  'wrong-method': ['PUT', events],
  'http-url': ['POST', '/v1/webhooks', webhookOf('http://a.example')],
  webhook: ['POST', '/v1/webhooks', webhookOf('https://a.example')],
  'unknown-webhook': ['DELETE', '/v1/webhooks/wh_none'],
  deleted: [
    'DELETE',
    '/v1/webhooks/wh_copied1',
    {},
    { options: { seed: { webhooks: [{ id: 'wh_copied1', url: 'https://b.example', events: ['a'] }] } } },
  ],
  retrieved: [
    'GET',
    `${events}/evt_copied1`,
    {},
    { options: { seed: { events: [{ id: 'evt_copied1', type: 'a', data: { b: 1 } }] } } },
  ],
  limited: ['GET', events, {}, { times: 11, options: { plan: 'free' } }],
  'status-fault': ['POST', events, event, { options: { faults: [{ kind: 'status', status: 503 }] } }],
  'html-fault': ['GET', events, {}, { options: { faults: [{ kind: 'html', status: 502 }] } }],
  preferred: ['GET', events, withPreference('code=500')],
  'preferred-cut': ['GET', events, withPreference('fault=truncated')],
  'preferred-reset': ['GET', events, withPreference('fault=reset')],
  replayed: [
    'POST',
    events,
    { body: { type: 'order.paid', data: {}, idempotencyKey: 'one' } },
    { times: 2, options: { dialect: { replayEventStatus: 200 } } },
  ],
  dialect: [
    'POST',
    events,
    event,
    { options: { dialect: { createEventStatus: 202, errorCodes: { 401: 'no_key' } } } },
  ],
}

async function entryOf([
  method,
  path,
  request,
  { options = {}, times = 1 } = {},
]: Case): Promise<RequestEntry> {
  const harness = createHarness(options, accept, afterAll)
  for (let time = 0; time < times; time++) await harness.call(method, path, request).catch(() => {})
  return lastRequest(harness)
}

/** The text of the test, or the reason for which there is none. */
async function copied(one: Case): Promise<string> {
  const [, , , { options, key } = {}] = one
  const context = { baseUrl: 'http://localhost', dialect: resolveDialect(options?.dialect), key }
  const { text, reason = '' } = formOf('test', await entryOf(one), context)
  return text ?? reason
}

const texts: Record<string, string> = {}
for (const [name, one] of Object.entries(cases)) texts[name] = await copied(one)
for (const scheme of ['standard-webhooks', 'svix', 'timestamped-hex', 'body-hex'] as const) {
  const dialect = resolveDialect({ signature: { scheme } })
  const harness = createHarness({ dialect }, accept, afterAll)
  await harness.createWebhook()
  await harness.createEvent()
  await harness.backend.waitForIdle()
  const entry = (await entriesOf(harness)).find(({ kind }) => kind === 'delivery')
  if (entry?.kind !== 'delivery') throw new Error('Nothing was delivered.')
  const form = deliveryForms(entry, { dialect })
    .find(({ id }) => id === 'test')
    ?.make()
  texts[`received-${scheme}`] = form && 'text' in form ? form.text : ''
}

// Every request that is copied as a test gets the same answer from the mock of the test.
registerTests({
  ...texts,
  broken: failing((texts['missing-type'] ?? '').replace("param: 'type'", "param: 'data'")),
})

test('a copied test is a test, and tells no key', () => {
  for (const [name, text] of Object.entries(texts)) {
    expect(text, name).toMatch(/^test\(/m)
    expect(text, name).not.toContain('9fQ2')
  }
})

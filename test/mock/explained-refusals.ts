import type { Dialect } from '@event-delivery/mock'
import type { CallOptions } from '../support/backend'

/** A refusal as `GET /__mock/journal/:number/explanation` tells it. */
export interface Explanation {
  code: string
  situation?: string
  rule?: { id: string; kind: string; text: string }
  near?: { field?: string; sent?: string; right?: string; hint: string }
  pointer: string
  link: string
}

/** A refused request with the rule that it breaks and what would have done. */
export interface ExplainedRefusal {
  title: string
  ask: [method: string, path: string, options?: CallOptions]
  dialect?: Dialect
  rule: string
  near: Partial<NonNullable<Explanation['near']>>
  link?: string
}

const event = (body: unknown): ExplainedRefusal['ask'] => ['POST', '/v1/events', { body }]
const hook = (body: unknown): ExplainedRefusal['ask'] => ['POST', '/v1/webhooks', { body }]
const good = { url: 'https://shop.example/hooks', events: ['*'] }

/** A request for each mistake that an explanation knows. */
export const explainedRefusals: readonly ExplainedRefusal[] = [
  {
    title: 'a name in other letters',
    ask: event({ Type: 'a', data: {} }),
    rule: 'EV-2',
    near: { field: 'type', sent: 'Type', right: 'type' },
  },
  {
    title: 'a name that others use',
    ask: event({ type: 'a', payload: {} }),
    rule: 'EV-6',
    near: { field: 'data', sent: 'payload', right: 'data' },
  },
  {
    title: 'a field too deep',
    ask: event({ event: { type: 'a', data: {} } }),
    rule: 'EV-2',
    near: { sent: 'event.type', right: 'type' },
  },
  {
    title: 'a payload that was written twice',
    ask: event({ type: 'a', data: '{"order":1}' }),
    rule: 'OQ-21',
    near: { field: 'data', right: '{"order":1}' },
  },
  {
    title: 'a type that is a number',
    ask: event({ type: 5, data: {} }),
    rule: 'EV-8',
    near: { right: '"5"' },
  },
  {
    title: 'a long type',
    ask: event({ type: 'x'.repeat(260), data: {} }),
    rule: 'OQ-32',
    near: {
      right: 'at most 256 characters',
      hint: 'type has 260 characters, 4 more than the 256 that are permitted.',
    },
  },
  {
    title: 'a comma too many',
    ask: ['POST', '/v1/events', { text: '{"type":"a",}' }],
    rule: 'ER-3',
    near: { field: 'line 1, column 13' },
  },
  { title: 'a body that is an array', ask: event([1]), rule: 'ER-3', near: { right: 'a JSON object' } },
  {
    title: 'an undeclared body',
    ask: ['POST', '/v1/events', { text: '{}', headers: { 'content-type': 'text/plain' } }],
    rule: 'OQ-34',
    near: { sent: 'text/plain', right: 'application/json' },
  },
  {
    title: 'a stray field',
    ask: event({ type: 'a', data: {}, idempotency_key: 'k' }),
    dialect: { unknownFields: 'reject' },
    rule: 'OQ-22',
    near: { sent: 'idempotency_key', right: 'idempotencyKey' },
  },
  {
    title: 'a URL without TLS',
    ask: hook({ ...good, url: 'http://localhost:3000/hooks' }),
    rule: 'WH-2',
    near: { right: 'https://localhost:3000/hooks' },
    link: '/__mock/docs#/webhooks/createwebhook',
  },
  {
    title: 'a URL with white space',
    ask: hook({ ...good, url: 'https://shop.example/ hooks' }),
    rule: 'ER-3',
    near: { right: 'https://shop.example/hooks' },
  },
  {
    title: 'one type in place of a list',
    ask: hook({ ...good, events: 'order.paid' }),
    rule: 'ER-3',
    near: { right: '["order.paid"]' },
  },
  {
    title: 'the star among others',
    ask: hook({ ...good, events: ['*', 'a'] }),
    rule: 'OQ-23',
    near: { right: '["*"]' },
  },
  {
    title: 'a path without its last letter',
    ask: ['POST', '/v1/event'],
    rule: 'OQ-27',
    near: { right: 'POST /v1/events' },
    link: '/__mock/docs#/events',
  },
  {
    title: 'a path without its version',
    ask: ['GET', '/webhooks'],
    rule: 'OQ-27',
    near: { right: 'GET /v1/webhooks' },
  },
  {
    title: 'a method of another operation',
    ask: ['PUT', '/v1/events'],
    rule: 'OQ-27',
    near: { sent: 'PUT', right: 'GET or POST' },
  },
  {
    title: 'a limit that is too large',
    ask: ['GET', '/v1/events?limit=250'],
    rule: 'OQ-07',
    near: { field: 'limit', right: '100' },
  },
  {
    title: 'a limit that is none',
    ask: ['GET', '/v1/events?limit=ten'],
    rule: 'OQ-08',
    near: { right: '20' },
  },
  {
    title: 'an id as a cursor',
    ask: ['GET', '/v1/events?cursor=evt_1'],
    rule: 'OQ-08',
    near: { right: 'cur_...' },
  },
  {
    title: 'no key',
    ask: ['GET', '/v1/events', { key: null, headers: { 'x-api-key': 'sk_live_mock' } }],
    rule: 'AU-3',
    near: { hint: 'The header x-api-key is not read: the key belongs into Authorization.' },
  },
  {
    title: 'a mistyped key',
    ask: ['GET', '/v1/events', { key: 'sk_live_mokc' }],
    rule: 'AU-4',
    near: { hint: 'It differs in 2 characters from the key "Live, full access"' },
  },
  {
    title: 'a secret of a webhook as a key',
    ask: ['GET', '/v1/events', { key: 'whsec_abc' }],
    rule: 'AU-4',
    near: { hint: 'This is the secret of a webhook' },
  },
  {
    title: 'an expired key',
    ask: ['GET', '/v1/events', { key: 'sk_live_expired_mock' }],
    rule: 'AU-15',
    near: { hint: 'expired 2516 days ago' },
  },
  {
    title: 'a missing scope',
    ask: ['POST', '/v1/events', { key: 'sk_live_readonly_mock', body: {} }],
    rule: 'AU-12',
    near: { right: 'events:read, webhooks:read, events:write' },
  },
  {
    title: 'a scope that there is not',
    ask: [
      'POST',
      '/v1/keys',
      { body: { name: 'a', scopes: ['event:read'], expiresAt: '2030-01-01T00:00:00Z' } },
    ],
    rule: 'ER-3',
    near: { sent: 'event:read', right: 'events:read' },
  },
]

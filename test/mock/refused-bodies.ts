import { examples, type ExampleName } from '../../generated/examples'
import type { CallOptions } from '../support/backend'

/** A request that is refused, and how. */
export interface Refusal {
  name: string
  method: string
  path: string
  request?: CallOptions
  status: number
  code: string
  param?: string
  message?: RegExp | string
}

export const invalid = { status: 400, code: 'invalid_request' }
export const said = (name: ExampleName) => (examples[name] as { error: { message: string } }).error.message

const event = { method: 'POST', path: '/v1/events', ...invalid }
const webhook = { method: 'POST', path: '/v1/webhooks', ...invalid }
const key = { method: 'POST', path: '/v1/keys', ...invalid }
const hook = { url: 'https://a.example', events: ['*'] }
const scoped = { name: 'a', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }
const json = { 'content-type': 'application/json' }

/** Creations whose body, or what is declared of it, is wrong. */
export const refusedBodies: readonly Refusal[] = [
  {
    name: 'type missing',
    ...event,
    request: { body: { data: {} } },
    param: 'type',
    message: said('missingType'),
  },
  { name: 'type and data missing', ...event, request: { body: {} }, param: 'type' },
  {
    name: 'data missing',
    ...event,
    request: { body: { type: 'a' } },
    param: 'data',
    message: said('missingData'),
  },
  { name: 'type a number', ...event, request: { body: { type: 5, data: {} } }, param: 'type' },
  { name: 'type null', ...event, request: { body: { type: null, data: {} } }, param: 'type' },
  { name: 'type empty', ...event, request: { body: { type: '', data: {} } }, param: 'type' },
  { name: 'type of 257', ...event, request: { body: { type: 'a'.repeat(257), data: {} } }, param: 'type' },
  { name: 'data an array', ...event, request: { body: { type: 'a', data: [] } }, param: 'data' },
  { name: 'data null', ...event, request: { body: { type: 'a', data: null } }, param: 'data' },
  { name: 'body an array', ...event, request: { body: [] } },
  { name: 'body null', ...event, request: { text: 'null' } },
  { name: 'body no JSON', ...event, request: { text: '{"type":' }, message: said('malformedJson') },
  { name: 'body empty', ...event, request: { headers: json } },
  { name: 'body no UTF-8', ...event, request: { text: new Uint8Array([0x22, 0xff, 0x22]) } },
  {
    name: 'body too deep',
    ...event,
    request: { text: `{"type":"a","data":{"a":${'['.repeat(500)}${']'.repeat(500)}}}` },
  },
  {
    name: 'body compressed',
    ...event,
    request: { body: {}, headers: { 'content-encoding': 'gzip' } },
    message: /encoded.*gzip/,
  },
  {
    name: 'events no array',
    ...webhook,
    request: { body: { ...hook, events: '*' } },
    param: 'events',
    message: 'events must be an array.',
  },
  ...['https://a.example\n', 'https://a.example/a b', 'https://a.exam\u0000ple'].map((url) => ({
    name: `url ${JSON.stringify(url)}`,
    ...webhook,
    request: { body: { ...hook, url } },
    param: 'url',
  })),
  { name: 'body not declared', ...event, request: { body: {}, headers: { 'content-type': 'text/plain' } } },
  {
    name: 'keys differ',
    ...event,
    request: { body: { type: 'a', data: {}, idempotencyKey: 'a' }, headers: { 'idempotency-key': 'b' } },
    param: 'idempotencyKey',
    message: said('conflictingIdempotencyKeys'),
  },
  {
    name: 'key empty',
    ...event,
    request: { body: { type: 'a', data: {}, idempotencyKey: '' } },
    param: 'idempotencyKey',
  },
  {
    name: 'key no string',
    ...event,
    request: { body: { type: 'a', data: {}, idempotencyKey: 7 } },
    param: 'idempotencyKey',
  },
  {
    name: 'key header too long',
    ...event,
    request: { body: { type: 'a', data: {} }, headers: { 'idempotency-key': 'k'.repeat(256) } },
    param: 'Idempotency-Key',
  },
  {
    name: 'body too large',
    ...event,
    request: { body: { type: 'a', data: { a: 'a'.repeat(262_144) } } },
    status: 413,
    code: 'payload_too_large',
    message: said('payloadTooLarge'),
  },
  {
    name: 'body declared too large',
    ...event,
    request: { body: {}, headers: { 'content-length': '262145' } },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'url plain',
    ...webhook,
    request: { body: { ...hook, url: 'http://a.example' } },
    param: 'url',
    message: said('insecureUrl'),
  },
  {
    name: 'url relative',
    ...webhook,
    request: { body: { ...hook, url: '/a' } },
    param: 'url',
    message: /HTTPS/,
  },
  {
    name: 'url hostless',
    ...webhook,
    request: { body: { ...hook, url: 'https://' } },
    param: 'url',
    message: /HTTPS/,
  },
  {
    name: 'url broken',
    ...webhook,
    request: { body: { ...hook, url: 'https://a:b:c' } },
    param: 'url',
    message: /HTTPS/,
  },
  { name: 'url no string', ...webhook, request: { body: { ...hook, url: {} } }, param: 'url' },
  {
    name: 'url missing',
    ...webhook,
    request: { body: { events: ['*'] } },
    param: 'url',
    message: said('missingUrl'),
  },
  {
    name: 'events missing',
    ...webhook,
    request: { body: { url: hook.url } },
    param: 'events',
    message: said('missingEvents'),
  },
  { name: 'events a string', ...webhook, request: { body: { ...hook, events: '*' } }, param: 'events' },
  { name: 'events empty', ...webhook, request: { body: { ...hook, events: [] } }, param: 'events' },
  { name: 'events twice', ...webhook, request: { body: { ...hook, events: ['a', 'a'] } }, param: 'events' },
  { name: 'events mixed', ...webhook, request: { body: { ...hook, events: ['a', '*'] } }, param: 'events' },
  {
    name: 'events of numbers',
    ...webhook,
    request: { body: { ...hook, events: [1] } },
    param: 'events',
    message: /events\[0\]/,
  },
  {
    name: 'description null',
    ...webhook,
    request: { body: { ...hook, description: null } },
    param: 'description',
  },
  {
    name: 'events deep and twice',
    ...webhook,
    request: { text: `{"url":"https://a.example","events":[${'['.repeat(9_000)}${']'.repeat(9_000)}]}` },
  },
  { name: 'name missing', ...key, request: { body: { ...scoped, name: undefined } }, param: 'name' },
  { name: 'scopes empty', ...key, request: { body: { ...scoped, scopes: [] } }, param: 'scopes' },
  {
    name: 'scope unknown',
    ...key,
    request: { body: { ...scoped, scopes: ['events:delete'] } },
    param: 'scopes',
    message: said('unknownScope'),
  },
  {
    name: 'expiresAt no time',
    ...key,
    request: { body: { ...scoped, expiresAt: 'soon' } },
    param: 'expiresAt',
  },
  {
    name: 'expiresAt no day',
    ...key,
    request: { body: { ...scoped, expiresAt: '2030-02-30T00:00:00Z' } },
    param: 'expiresAt',
  },
  {
    name: 'expiresAt past',
    ...key,
    request: { body: { ...scoped, expiresAt: '2025-01-01T00:00:00Z' } },
    param: 'expiresAt',
  },
]

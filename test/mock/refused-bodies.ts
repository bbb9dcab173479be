import { examples, type ExampleName } from '../../generated/examples'
import type { CallOptions } from '../support/backend'

/** A request with the refusal that it gets. */
export interface RefusedRequest {
  name: string
  method: string
  path: string
  request?: CallOptions
  status: number
  code: string
  param?: string
  message?: RegExp | string
}

/** The message of an error example of the document. */
export const messageOf = (name: ExampleName) =>
  (examples[name] as { error: { message: string } }).error.message

const refusedAt =
  (path: string, status = 400, code = 'invalid_request') =>
  (name: string, request: CallOptions, param?: string, message?: RegExp | string): RefusedRequest => ({
    ...{ name, method: 'POST', path, request, status, code, param, message },
  })

const event = refusedAt('/v1/events')
const tooLarge = refusedAt('/v1/events', 413, 'payload_too_large')
const webhook = refusedAt('/v1/webhooks')
const key = refusedAt('/v1/keys')
const hook = { url: 'https://a.example', events: ['*'] }
const scoped = { name: 'a', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }
const text = (type: string) => ({ headers: { 'content-type': type } })
const withKey = (idempotencyKey: unknown) => ({ body: { type: 'a', data: {}, idempotencyKey } })
const conflict = { ...withKey('a'), headers: { 'idempotency-key': 'b' } }
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Requests to create whose body or headers are wrong. */
export const refusedBodies: readonly RefusedRequest[] = [
  event('type missing', { body: { data: {} } }, 'type', messageOf('missingType')),
  event('type and data missing', { body: {} }, 'type'),
  event('data missing', { body: { type: 'a' } }, 'data', messageOf('missingData')),
  event('type a number', { body: { type: 5, data: {} } }, 'type'),
  event('type null', { body: { type: null, data: {} } }, 'type'),
  event('type empty', { body: { type: '', data: {} } }, 'type'),
  event('type of 257', { body: { type: 'a'.repeat(257), data: {} } }, 'type'),
  event('data an array', { body: { type: 'a', data: [] } }, 'data'),
  event('data null', { body: { type: 'a', data: null } }, 'data'),
  event('body an array', { body: [] }),
  event('body null', { text: 'null' }),
  event('body no JSON', { text: '{"type":' }, undefined, messageOf('malformedJson')),
  event('body empty', text('application/json')),
  event('body no UTF-8', { text: new Uint8Array([0x22, 0xff, 0x22]) }),
  event('body too deep', { text: `{"type":"a","data":{"a":${deep(500)}}}` }),
  event('body compressed', { body: {}, headers: { 'content-encoding': 'gzip' } }, undefined, /encoded.*gzip/),
  event('body not declared', { body: {}, ...text('text/plain') }),
  event('keys differ', conflict, 'idempotencyKey', messageOf('conflictingIdempotencyKeys')),
  event('key empty', withKey(''), 'idempotencyKey'),
  event('key no string', withKey(7), 'idempotencyKey'),
  event(
    'key header too long',
    { body: { type: 'a', data: {} }, headers: { 'idempotency-key': 'k'.repeat(256) } },
    'Idempotency-Key',
  ),
  tooLarge(
    'body too large',
    { body: { type: 'a', data: { a: 'a'.repeat(262_144) } } },
    undefined,
    messageOf('payloadTooLarge'),
  ),
  tooLarge('body declared too large', { body: {}, headers: { 'content-length': '262145' } }),
  ...['https://a.example\n', 'https://a.example/a b', 'https://a.exam\u0000ple'].map((url) =>
    webhook(`url ${JSON.stringify(url)}`, { body: { ...hook, url } }, 'url'),
  ),
  webhook('url plain', { body: { ...hook, url: 'http://a.example' } }, 'url', messageOf('insecureUrl')),
  webhook('url relative', { body: { ...hook, url: '/a' } }, 'url', /HTTPS/),
  webhook('url hostless', { body: { ...hook, url: 'https://' } }, 'url', /HTTPS/),
  webhook('url broken', { body: { ...hook, url: 'https://a:b:c' } }, 'url', /HTTPS/),
  webhook('url no string', { body: { ...hook, url: {} } }, 'url'),
  webhook('url missing', { body: { events: ['*'] } }, 'url', messageOf('missingUrl')),
  webhook('events missing', { body: { url: hook.url } }, 'events', messageOf('missingEvents')),
  webhook('events no array', { body: { ...hook, events: '*' } }, 'events', 'events must be an array.'),
  webhook('events empty', { body: { ...hook, events: [] } }, 'events'),
  webhook('events twice', { body: { ...hook, events: ['a', 'a'] } }, 'events'),
  webhook('events mixed', { body: { ...hook, events: ['a', '*'] } }, 'events'),
  webhook('events of numbers', { body: { ...hook, events: [1] } }, 'events', /events\[0\]/),
  webhook('events deep', { text: `{"url":"https://a.example","events":[${deep(9_000)}]}` }),
  webhook('description null', { body: { ...hook, description: null } }, 'description'),
  key('name missing', { body: { ...scoped, name: undefined } }, 'name'),
  key('scopes empty', { body: { ...scoped, scopes: [] } }, 'scopes'),
  key(
    'scope unknown',
    { body: { ...scoped, scopes: ['events:delete'] } },
    'scopes',
    messageOf('unknownScope'),
  ),
  key('expiresAt no time', { body: { ...scoped, expiresAt: 'soon' } }, 'expiresAt'),
  key('expiresAt no day', { body: { ...scoped, expiresAt: '2030-02-30T00:00:00Z' } }, 'expiresAt'),
  key('expiresAt past', { body: { ...scoped, expiresAt: '2025-01-01T00:00:00Z' } }, 'expiresAt'),
]

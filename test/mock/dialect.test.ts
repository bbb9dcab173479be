import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  builtInKeys,
  createBackend,
  defaultDialect,
  resolveDialect,
  type Dialect,
} from '@event-delivery/mock'

const wrong: [dialect: object, message: string][] = [
  [
    { createEventStatu: 200 },
    'createEventStatu is no field of a dialect. The nearest one is createEventStatus.',
  ],
  [{ errorCodes: { 302: 'a' } }, 'errorCodes.302 is not a status from 400 to 599.'],
  [{ operations: { listWebhook: null } }, 'The nearest one is operations.listWebhooks.'],
  [{ listOrder: 'random' }, 'listOrder must be one of newest-first, oldest-first, by-id.'],
  [{ listOrder: 'newest' }, 'The nearest one is newest-first.'],
  [{ signature: { scheme: 'standardwebhooks' } }, 'one is standard-webhooks.'],
  [{ defaultPageSize: 101 }, 'defaultPageSize must be at most 100'],
  [{ defaultPageSize: 0 }, 'defaultPageSize must be at least 1'],
  [{ deleteWebhookStatus: 204 }, 'deleteWebhookStatus cannot be 204 or 205'],
  [{ idempotency: { in: 'header' } }, 'idempotency must be'],
  [{ idempotency: { in: 'headr', name: 'k' } }, 'The nearest value of in is header.'],
  [
    { idempotency: { in: 'header', nam: 'k' } },
    'idempotency.nam is no field of a dialect. The nearest one is idempotency.name.',
  ],
  [
    { idempotencyMismatch: '409', errors: { idempotencyMismatch: { body: 'html' } } },
    'errors.idempotencyMismatch.body is no field of a dialect.',
  ],
  [
    { idempotencyMismatch: 409 },
    'idempotencyMismatch must be one of original, 400, 409, 422. The nearest one is 409.',
  ],
  [
    { signature: { scheme: 'body-hex', header: 'Content-Type' } },
    'signature.header "Content-Type" is a header with another meaning.',
  ],
  [{ idempotency: { in: 'header', name: 'a b' } }, 'is no name of a header. A usual one is Idempotency-Key.'],
  [{ idempotency: { in: 'body', name: 'type' } }, 'event has. A usual one is idempotencyKey.'],
  [{ operations: { createKey: 'GET /v1/keys' } }, 'operations.createKey must be null or like POST /v1/keys.'],
  [{ errors: { missingtype: {} } }, 'The nearest one is errors.missingType.'],
  [
    { errors: { missingType: { status: 422 } } },
    'errors.missingType.status is no field of a dialect. The nearest one is errors.missingType.headers.',
  ],
  [{ errors: { contentType: { status: 200 } } }, 'status must be at least 400'],
  [
    { errors: { insecureUrl: { message: 'No.' } } },
    'errors.insecureUrl.message must be a text that says https.',
  ],
  [
    { errors: { missingData: { param: 7 } } },
    'errors.missingData.param must be a text, null where it is written as null, or false where it is left out.',
  ],
  [
    { errors: { unknownPath: { body: 'htm' } } },
    'errors.unknownPath.body must be one of error, empty, html, text, json. The nearest one is html.',
  ],
  [{ maxTypeLength: 'long' }, 'maxTypeLength must be an integer or null.'],
  [{ replayHeader: { name: 'a' } }, 'replayHeader needs the field value.'],
  [{ replayHeader: { name: 'a b', value: '1' } }, 'replayHeader.name must be a name'],
  [
    { challenge: { missingKey: null, invalidkey: null } },
    'challenge.invalidkey is no field of a dialect. The nearest one is challenge.invalidKey.',
  ],
  [
    { extras: { event: { object: { constnt: 'event' } } } },
    'extras.event.object.constnt is no field of a dialect. The nearest one is extras.event.object.constant.',
  ],
  [{ headers: { every: { 'x-id': { kind: 'ids', sample: 'a' } } } }, 'The nearest value of kind is id.'],
  [{ extras: { events: {} } }, 'The nearest one is extras.event.'],
  [{ headers: { every: { 'a b': { constant: 1 } } } }, 'a b is not a name of a header'],
  [{ deliveryBody: {} }, 'deliveryBody must be "event", "standard-webhooks", or an object'],
  [
    { extras: { webhook: { again: { copy: 'ids' } } } },
    'extras.webhook.again refers to ids, which is no field of it. The nearest one is id.',
  ],
  [
    { headers: { every: { 'x-id': { template: '{id}' } } } },
    'headers.every.x-id refers to id, which is no field of it. None can be copied here.',
  ],
  [
    { extras: { list: { hasMore: { constant: 1 } } } },
    'extras.list cannot hold hasMore, a field of the interface.',
  ],
  [
    { headers: { error: { 'WWW-Authenticate': { constant: 'Bearer' } } } },
    'headers.error.WWW-Authenticate is decided by the field challenge.',
  ],
  [
    { headers: { every: { 'Content-Length': { constant: 1 } } } },
    'headers.every.Content-Length is a header with another meaning.',
  ],
  [
    { deliveryBody: { data: [{ of: '{event.typ}' }] } },
    'deliveryBody.data.0.of holds {event.typ}, which is no placeholder. The nearest one is {event.type}.',
  ],
  [{ replayHeader: { name: 'Host', value: '1' } }, 'a header with another meaning'],
  [[] as object, 'A dialect must be an object'],
]

test.each(wrong)('the dialect %j is refused: %s', (dialect, message) => {
  expect(() => resolveDialect(dialect as Dialect)).toThrow(message)
  expect(() => createBackend({ dialect: dialect })).toThrow(message)
})

test('a dialect may name its schema, which editors read', () => {
  const file = { $schema: './dialect.schema.json', createEventStatus: 200 }
  expect(resolveDialect(file)).toEqual({ ...defaultDialect, createEventStatus: 200 })
})

test('an operation cannot be moved to where another one is', () => {
  expect(() => createBackend({ dialect: { operations: { listWebhooks: 'GET /v1/events' } } })).toThrow(
    'GET /v1/events',
  )
})

test('a field that a dialect leaves out has its default', () => {
  expect(resolveDialect({ errorCodes: { 401: 'who' }, operations: { createKey: null } })).toEqual({
    ...defaultDialect,
    errorCodes: { ...defaultDialect.errorCodes, 401: 'who' },
    operations: { ...defaultDialect.operations, createKey: null },
  })
})

test('the guide to dialects lists every field with its default and legal values', () => {
  const guide = readFileSync(new URL('../../docs/dialects.md', import.meta.url), 'utf8')
  const [, table = ''] = /## The fields\n([^]*?)\n## /.exec(guide) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (.+?) +\| `(.+?)` +\|/gm)]
  expect(
    Object.fromEntries(rows.map(([, field, , preset]) => [field, JSON.parse(preset!) as unknown])),
  ).toEqual(defaultDialect)
  for (const [, field, values] of rows) {
    if (!/^(`"[\w-]+"`(, )?)+$/.test(values!)) continue
    for (const [written] of values!.matchAll(/"[\w-]+"/g)) {
      expect(() => resolveDialect({ [field!]: JSON.parse(written) as unknown })).not.toThrow()
    }
  }
})

test('what a caller changes in a dialect that was handed out, or that he gave, changes no other backend', () => {
  const given = { idempotency: { in: 'header' as const, name: 'Mine' } }
  const backend = createBackend({ dialect: given })
  given.idempotency.name = 'Other'
  expect(backend.dialect.idempotency).toMatchObject({ name: 'Mine' })
  Object.assign(resolveDialect().idempotency, { in: 'header', name: 'Other' })
  expect(resolveDialect().idempotency).toEqual({ in: 'both' })
  expect(() => Object.assign(defaultDialect.errorCodes, { 401: 'other' })).toThrow(TypeError)
  expect(() => Object.assign(createBackend().keys[0]!, { key: 'sk_live_other' })).toThrow(TypeError)
  expect(builtInKeys[0]).toMatchObject({ key: 'sk_live_mock' })
})

import { expect, test } from 'vitest'
import { createBackend, resolveDialect, type Dialect } from '@event-delivery/mock'

const wrong: [name: string, dialect: object, message: string][] = [
  [
    'a field in error',
    { createEventStatu: 200 },
    'createEventStatu is no field of a dialect. The nearest one is createEventStatus.',
  ],
  [
    'a nested field in error',
    { errorCodes: { 302: 'a' } },
    'errorCodes.302 is not a status from 400 to 599.',
  ],
  [
    'an operation in error',
    { operations: { listWebhook: null } },
    'The nearest one is operations.listWebhooks.',
  ],
  [
    'a value that is none',
    { listOrder: 'random' },
    'listOrder must be one of newest-first, oldest-first, by-id.',
  ],
  ['a value nearly right', { listOrder: 'newest' }, 'The nearest one is newest-first.'],
  ['a scheme nearly right', { signature: { scheme: 'standardwebhooks' } }, 'one is standard-webhooks.'],
  ['a number too large', { defaultPageSize: 101 }, 'defaultPageSize must be at most 100'],
  ['a number too small', { defaultPageSize: 0 }, 'defaultPageSize must be at least 1'],
  ['a status without a body', { deleteWebhookStatus: 204 }, 'deleteWebhookStatus cannot be 204 or 205'],
  ['a place without a name', { idempotency: { in: 'header' } }, 'idempotency must be'],
  ['a place that is none', { idempotency: { in: 'headr', name: 'k' } }, 'The nearest value of in is header.'],
  [
    'a misspelt name',
    { idempotency: { in: 'header', nam: 'k' } },
    'idempotency.nam is no field of a dialect. The nearest one is idempotency.name.',
  ],
  [
    'an error that is none of the interface',
    { idempotencyMismatch: '409', errors: { idempotencyMismatch: { body: 'html' } } },
    'errors.idempotencyMismatch.body is no field of a dialect.',
  ],
  [
    'a number for a choice',
    { idempotencyMismatch: 409 },
    'idempotencyMismatch must be one of original, 400, 409, 422. The nearest one is 409.',
  ],
  [
    'a header that is taken',
    { signature: { scheme: 'body-hex', header: 'Content-Type' } },
    'signature.header "Content-Type" is a header with another meaning.',
  ],
  ['a header that is none', { idempotency: { in: 'header', name: 'a b' } }, 'is no name of a header'],
  ['a field that is taken', { idempotency: { in: 'body', name: 'type' } }, 'idempotency.name cannot be type'],
  [
    'a path that is none',
    { operations: { createKey: 'GET /v1/keys' } },
    'operations.createKey must be null or like POST /v1/keys.',
  ],
  ['a message for no situation', { errors: { missingtype: {} } }, 'The nearest one is errors.missingType.'],
  [
    'a status that the interface shows',
    { errors: { missingType: { status: 422 } } },
    'errors.missingType.status is no field of a dialect. The nearest one is errors.missingType.headers.',
  ],
  ['a success for a refusal', { errors: { contentType: { status: 200 } } }, 'status must be at least 400'],
  [
    'a message without its word',
    { errors: { insecureUrl: { message: 'No.' } } },
    'errors.insecureUrl.message must be a text that says https.',
  ],
  [
    'a param that is none',
    { errors: { missingData: { param: 7 } } },
    'errors.missingData.param must be a text, null where it is written as null, or false where it is left out.',
  ],
  [
    'a body nearly right',
    { errors: { unknownPath: { body: 'htm' } } },
    'errors.unknownPath.body must be one of error, empty, html, text, json. The nearest one is html.',
  ],
  ['a length that is none', { maxTypeLength: 'long' }, 'maxTypeLength must be an integer or null.'],
  ['a replay without a value', { replayHeader: { name: 'a' } }, 'replayHeader needs the field value.'],
  [
    'a replay by no header',
    { replayHeader: { name: 'a b', value: '1' } },
    'replayHeader.name must be a name',
  ],
  [
    'a challenge for no situation',
    { challenge: { missingKey: null, invalidkey: null } },
    'challenge.invalidkey is no field of a dialect. The nearest one is challenge.invalidKey.',
  ],
  [
    'a source in error',
    { extras: { event: { object: { constnt: 'event' } } } },
    'extras.event.object.constnt is no field of a dialect. The nearest one is extras.event.object.constant.',
  ],
  [
    'a kind nearly right',
    { headers: { every: { 'x-id': { kind: 'ids', sample: 'a' } } } },
    'The nearest value of kind is id.',
  ],
  ['a resource in error', { extras: { events: {} } }, 'The nearest one is extras.event.'],
  [
    'a header with a blank',
    { headers: { every: { 'a b': { constant: 1 } } } },
    'a b is not a name of a header',
  ],
  [
    'an empty template',
    { deliveryBody: {} },
    'deliveryBody must be "event", "standard-webhooks", or an object',
  ],
  [
    'a field that is not there to be copied',
    { extras: { webhook: { again: { copy: 'ids' } } } },
    'extras.webhook.again refers to ids, which is no field of it. The nearest one is id.',
  ],
  [
    'a field copied into every answer',
    { headers: { every: { 'x-id': { template: '{id}' } } } },
    'headers.every.x-id refers to id, which is no field of it. None can be copied here.',
  ],
  [
    'a further field with the name of another',
    { extras: { list: { hasMore: { constant: 1 } } } },
    'extras.list cannot hold hasMore, a field of the interface.',
  ],
  [
    'a header that another field decides',
    { headers: { error: { 'WWW-Authenticate': { constant: 'Bearer' } } } },
    'headers.error.WWW-Authenticate is decided by the field challenge.',
  ],
  [
    'a header of the connection',
    { headers: { every: { 'Content-Length': { constant: 1 } } } },
    'headers.every.Content-Length is a header with another meaning.',
  ],
  [
    'a placeholder in error',
    { deliveryBody: { data: [{ of: '{event.typ}' }] } },
    'deliveryBody.data.0.of holds {event.typ}, which is no placeholder. The nearest one is {event.type}.',
  ],
  ['a mark that is taken', { replayHeader: { name: 'Host', value: '1' } }, 'a header with another meaning'],
  ['no object', [] as object, 'A dialect must be an object'],
]

test.each(wrong)('%s is refused by name', (_name, dialect, message) => {
  expect(() => resolveDialect(dialect as Dialect)).toThrow(message)
  expect(() => createBackend({ dialect: dialect })).toThrow(message)
})

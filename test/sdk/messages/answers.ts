import { answer, rateLimit, refuse } from '@event-delivery/sdk/testing'
import { apiKey, stored, webhook } from '../client'
import { type Case, type Use, after, createEvent, createWebhook } from './case'

const html = { 'content-type': 'text/html; charset=utf-8' }
const problem = { 'content-type': 'application/problem+json' }
const request = { 'x-request-id': 'req_1' }
const retrieve: Use = ({ events }) => events.retrieve('evt_1')
const listEvents: Use = ({ events }) => events.list({ limit: 5 })
const page = { data: [stored], hasMore: true, nextCursor: 'cur_2' }

const hiddenRedirect = () =>
  Object.defineProperties(new Response(null), { status: { value: 0 }, ok: { value: false } })

/** Answers that are no success, or none that can be read. */
export const answers: Record<string, Case> = {
  'a wrong parameter': after(answer(400, { error: { code: 'invalid_request', message: 'type is required.', param: 'type' } }, request)), // prettier-ignore
  'a refusal without a parameter': after(refuse(400, 'invalid_request', 'The body is no JSON.')),
  'a refusal of the idempotency key': after(
    refuse(400, 'invalid_request', 'Unknown field.', 'idempotencyKey'),
  ),
  'a key that is wrong': after(refuse(401, 'unauthorized', 'The API key is not valid.')),
  'a key without the scope to create events': after(refuse(403, 'insufficient_scope', 'Forbidden.')),
  'a key that may not create keys': after(refuse(403, 'x'), ({ keys }) =>
    keys.create({ name: 'a', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }),
  ),
  'a firewall': after(answer(403, '<html>\n  <h1>Request blocked</h1>\n</html>', { ...html, ...request })),
  'an event that is not there': after(refuse(404, 'not_found', 'No such event.'), retrieve),
  'a webhook that is not there': after(refuse(404, 'not_found'), ({ webhooks }) => webhooks.delete('wh_9')),
  'an address of something else': after(answer(404, '<h1>Not Found</h1>', html)),
  'an operation that is not offered': after(refuse(404, 'not_found', 'No such path.'), ({ webhooks }) =>
    webhooks.list(),
  ),
  'an operation whose method is not offered': after(refuse(405, 'method_not_allowed'), retrieve),
  'an operation that the dialect excludes': after(answer(200), retrieve, {
    dialect: { operations: { retrieveEvent: null } },
  }),
  'a request timeout': after(answer(408, '')),
  'a conflict': after(refuse(409, 'conflict', 'This key is in use.')),
  'a resource that is gone': after(refuse(410, 'gone', 'Gone.')),
  'a body that is too large for the service': after(refuse(413, 'payload_too_large', 'At most 256 KiB.')),
  'a body that is too large for a proxy': after(answer(413, '<h1>Request Entity Too Large</h1>', html)),
  'problem details': after(answer(422, { title: 'Invalid.', detail: 'type is too long.', status: 422 }, problem)), // prettier-ignore
  'problem details with a title alone': after(answer(400, { title: 'Bad input' }, problem)),
  'a rate limit': after(rateLimit(300)),
  'a rate limit until a date': after(rateLimit(new Date('2026-01-01T00:10:00Z'), new Date('2026-01-01T00:00:00Z'))), // prettier-ignore
  'a rate limit without a wait': after(refuse(429, 'rate_limited', 'Slow down.')),
  'a failure of the service': after(answer(500, { error: { code: 'internal_error', message: 'Oops.' } }, request)), // prettier-ignore
  'a failure of a gateway': after(answer(502, '<html><h1>502 Bad Gateway</h1></html>', html)),
  'a failure whose retry is denied': after(refuse(503, 'unavailable', 'Try later'), createEvent, {
    maxRetries: 2,
    retryBudget: { minimum: 0, share: 0 },
  }),
  'a failure after which a webhook may exist': after(answer(503, 'upstream timed out'), createWebhook),
  'a redirect': after(answer(301, '', { location: 'https://shop:hunter22@api2.example/v1/events?token=1' })),
  'a redirect to a login': after(answer(302, '<a href="/login">', { ...html, location: '/login' })),
  'a redirect without a location': after(answer(302, '')),
  'a redirect in a browser': after(hiddenRedirect),
  'a page of HTML in place of an event': after(answer(200, '<!doctype html><title>Welcome</title>', html)),
  'a success without a body': after(() => new Response(null, { status: 204 })),
  'an empty success': after(answer(201, '')),
  'an event without created': after(answer(201, { ...stored, created: undefined }, request)),
  'an event without data': after(answer(201, { ...stored, data: undefined })),
  'an event that is null': after(answer(201, 'null')),
  'a page without hasMore': after(answer(200, { data: [] }), listEvents),
  'a page without its cursor': after(answer(200, { ...page, nextCursor: null }), listEvents),
  'a page that is a list': after(answer(200, [stored]), listEvents),
  'a page with an item that is no event': after(answer(200, { ...page, data: [{ id: 'evt_1' }] }), listEvents), // prettier-ignore
  'cursors that lead in a circle': after(answer(200, page), ({ events }) => events.list().toArray({ limit: 9 })), // prettier-ignore
  'a webhook without its secret': after(answer(201, { ...webhook, secret: undefined }), createWebhook),
  'a deletion without the id': after(answer(200, { deleted: true }), ({ webhooks }) => webhooks.delete('wh_1')), // prettier-ignore
  'a key that was used for an event of another type': after(answer(201, stored), ({ events }) =>
    events.create({ type: 'order.shipped', data: {} }, { idempotencyKey: 'order-1042' }),
  ),
  'a key that was used for another payload': after(answer(201, stored, request), ({ events }) =>
    events.create({ type: 'order.paid', data: { order: 7 } }, { idempotencyKey: 'order-1042' }),
  ),
  'an answer that is too large': after(answer(200, 'x'.repeat(99)), retrieve, { maxResponseBytes: 50 }),
  'a long body': after(answer(500, 'All work and no play. '.repeat(500))),
  'a body that steers the terminal': after(answer(500, '\u001b[2Jgone\u0007', request)),
  'a body that quotes the key': after(answer(401, `No such key: ${apiKey}`, { 'x-request-id': apiKey })),
}

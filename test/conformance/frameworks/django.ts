import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Fields, Reason, StoredEvent, StoredWebhook, Style } from './style'

/** Headers of a middleware for security. */
const security = {
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept, Cookie',
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="api"' }

/** Microseconds and a numeric offset, as Python writes them. */
const written = (time: number) => new Date(time).toISOString().replace('Z', '217+00:00')

/** A refusal whose words stand in `detail` alone. */
const details: Readonly<Partial<Record<Reason['why'], [status: number, detail: string]>>> = {
  'missing-key': [401, 'Authentication credentials were not provided.'],
  'invalid-key': [401, 'Invalid token.'],
  'expired-key': [401, 'Token has expired.'],
  'missing-scope': [403, 'You do not have permission to perform this action.'],
}

/** A refusal with the error object of the interface, and `detail` beside it. */
const errors: Readonly<Partial<Record<Reason['why'], [status: number, code: string, message: string]>>> = {
  'wrong-method': [405, 'method_not_allowed', 'Method "{value}" not allowed.'],
  'content-type': [415, 'unsupported_media_type', 'Unsupported media type "{value}" in request.'],
  'too-large': [413, 'payload_too_large', 'Request body exceeded settings.DATA_UPLOAD_MAX_MEMORY_SIZE.'],
  malformed: [400, 'invalid_request', 'JSON parse error - Expecting value: line 1 column 1 (char 0)'],
  'no-object': [400, 'invalid_request', 'Invalid data. Expected a dictionary, but got list.'],
  missing: [400, 'invalid_request', 'This field is required.'],
  invalid: [400, 'invalid_request', 'Not a valid value.'],
  'insecure-url': [400, 'invalid_request', 'Enter a URL that uses HTTPS.'],
  'unknown-webhook': [404, 'not_found', 'No Webhook matches the given query.'],
  'unknown-event': [404, 'not_found', 'No Event matches the given query.'],
  mismatch: [422, 'idempotency_key_reused', 'The key was used with another body.'],
  'invalid-limit': [400, 'invalid_request', '"{value}" is not a valid limit.'],
  'invalid-cursor': [404, 'not_found', 'Invalid cursor'],
}

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const all = { 'Content-Type': 'application/json', ...security, ...headers }
  return new Response(JSON.stringify(body), { status, headers: all })
}

/** A service as Django REST framework makes it, with its errors, pages and headers, and hooks that wrap the event. */
export function djangoStyle(): Style {
  return {
    ...{ createStatus: 201, replayHeaders: {}, pageSize: 25, order: 'newest-first', limits: 'reject' },
    ...{ retrieves: true, listsWebhooks: true, anyData: false, mostBytes: 2_621_440 },
    newId: (prefix) => prefix + randomUUID(),
    newSecret: () => `whsec_${randomBytes(32).toString('hex')}`,
    isJson: (type) => /^application\/json\b/.test(type),
    event: ({ id, type, created, data }: StoredEvent) => ({ id, type, created: written(created), data }),
    webhook: ({ id, url, events, description, created }: StoredWebhook) => ({
      ...{ id, url, events, description: description ?? '', status: 'active', created: written(created) },
      is_active: true,
    }),
    list: (items, cursor, path) => ({
      body: {
        ...{ data: items, hasMore: cursor !== null, nextCursor: cursor },
        next: cursor === null ? null : `https://framework.test${path}?cursor=${cursor}`,
        previous: null,
      },
    }),
    async before(request, ask) {
      if (request.method === 'OPTIONS')
        return respond(
          200,
          { name: 'Event List', parses: ['application/json'] },
          { Allow: 'GET, POST, HEAD, OPTIONS' },
        )
      if (request.method !== 'HEAD') return undefined
      const answer = await ask(new Request(request.url, { headers: request.headers }))
      return new Response(null, { status: answer.status, headers: answer.headers })
    },
    answer: respond,
    refuse({ why, field, value = '', methods = [] }) {
      if (why === 'unknown-path') {
        const page =
          '<!doctype html>\n<html lang="en">\n<head><title>Not Found</title></head>\n<body><h1>Not Found</h1></body>\n</html>'
        return new Response(page, {
          status: 404,
          headers: { 'Content-Type': 'text/html; charset=utf-8', ...security },
        })
      }
      const [plainStatus, detail] = details[why] ?? []
      if (plainStatus !== undefined)
        return respond(plainStatus, { detail }, plainStatus === 401 ? challenge : {})
      const [status, code, text] = errors[why] as [number, string, string]
      const message = text.replace('{value}', value)
      const error = { code, message, ...(field === undefined ? {} : { param: field }) }
      const allow: Record<string, string> =
        why === 'wrong-method'
          ? { Allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ') }
          : {}
      return respond(status, { error, detail: message }, allow)
    },
    deliver({ id, url, secret }, event: Fields, now, delivery) {
      const hook = { id, event: event.type, target: url }
      const body = JSON.stringify({ hook, sent_at: written(now), data: event })
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      const headers = {
        ...{ 'Content-Type': 'application/json', 'User-Agent': 'python-requests/2.32.3' },
        ...{
          'X-Hook-Event': encodeURIComponent(String(event.type)),
          'X-Hook-Delivery': delivery,
          'X-Hook-Signature': `sha256=${signature}`,
        },
      }
      return new Request(url, { method: 'POST', headers, body })
    },
  }
}

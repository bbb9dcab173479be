import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Fields, Reason, StoredEvent, StoredWebhook, Style } from './style'

/** The error object of a refusal: its status, code and message. */
const errors: Readonly<Partial<Record<Reason['why'], [status: number, code: string, message: string]>>> = {
  'missing-scope': [403, 'forbidden', 'Not allowed: {value}'],
  'expired-key': [403, 'key_expired', 'The key has expired'],
  'wrong-method': [404, 'not_found', 'No route matches [{value}]'],
  'content-type': [400, 'invalid_request', 'param is missing or the value is empty'],
  'too-large': [413, 'payload_too_large', 'Payload too large'],
  malformed: [400, 'invalid_request', 'Error occurred while parsing request parameters'],
  'no-object': [400, 'invalid_request', 'Error occurred while parsing request parameters'],
  missing: [400, 'invalid_request', "{field} can't be blank"],
  invalid: [400, 'invalid_request', '{field} is invalid'],
  'insecure-url': [400, 'invalid_request', 'url must use https'],
  'unknown-webhook': [404, 'not_found', "Couldn't find Webhook with 'id'={value}"],
  'unknown-event': [404, 'not_found', "Couldn't find Event with 'id'={value}"],
  mismatch: [409, 'conflict', 'Idempotency key was used with other parameters'],
  'invalid-cursor': [400, 'invalid_request', 'cursor is invalid'],
}

function headersOf(body: string): Record<string, string> {
  const digest = createHash('md5').update(body).digest('hex')
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'max-age=0, private, must-revalidate',
    ETag: `W/"${digest}"`,
    'X-Request-Id': randomUUID(),
    'X-Runtime': (0.01 + Math.random() / 10).toFixed(6),
    'X-Permitted-Cross-Domain-Policies': 'none',
  }
}

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body)
  return new Response(text, { status, headers: { ...headersOf(text), ...headers } })
}

const iso = (time: number) => new Date(time).toISOString()

/** A service as Rails makes it, whose deliveries are forms with a time, a token and a signature in the body. */
export function railsStyle(): Style {
  return {
    ...{ createStatus: 200, replayHeaders: { 'X-Idempotent-Replay': '1' }, pageSize: 30 },
    ...{ order: 'oldest-first', limits: 'clamp', retrieves: true, listsWebhooks: true, anyData: true },
    mostBytes: 65_536,
    newId: (prefix) => prefix + randomBytes(12).toString('base64url').replace(/[-_]/g, 'x'),
    newSecret: () => `whsec_${randomBytes(20).toString('base64url')}`,
    isJson: (type) => /^(application|text)\/(\w+\+)?json\b/.test(type),
    event: ({ id, type, created, data }: StoredEvent) => ({
      ...{ id, type, created: iso(created), data },
      ...{ created_at: iso(created), url: `https://framework.test/v1/events/${id}.json` },
    }),
    webhook: ({ id, url, events, description, created }: StoredWebhook) => ({
      ...{ id, url, events, description: description ?? null, status: 'active', created: iso(created) },
      events_count: events.length,
    }),
    list(items, cursor, path) {
      const next = `<https://framework.test${path}?cursor=${cursor}>; rel="next"`
      const body = {
        data: items,
        hasMore: cursor !== null,
        ...(cursor === null ? {} : { nextCursor: cursor }),
      }
      const headers: Record<string, string> = cursor === null ? {} : { Link: next }
      return { body, headers }
    },
    before(request) {
      if (request.method !== 'HEAD' && request.method !== 'OPTIONS') return Promise.resolve(undefined)
      return Promise.resolve(new Response(null, { status: 404, headers: { 'X-Request-Id': randomUUID() } }))
    },
    answer: respond,
    refuse({ why, field = '', value = '' }) {
      if (why === 'missing-key' || why === 'invalid-key') {
        const headers = {
          'Content-Type': 'text/plain; charset=utf-8',
          'WWW-Authenticate': 'Token realm="Application"',
        }
        return new Response('HTTP Token: Access denied.\n', { status: 401, headers })
      }
      if (why === 'unknown-path') return respond(404, { status: 404, error: 'Not Found' })
      const [status, code, text] = errors[why] as [number, string, string]
      const message = text.replace('{field}', field).replace('{value}', value)
      return respond(status, { status, error: { code, message, ...(field === '' ? {} : { param: field }) } })
    },
    deliver({ url, secret }, event: Fields, now, delivery) {
      const timestamp = String(Math.floor(now / 1_000))
      const payload = JSON.stringify(event)
      const signature = createHmac('sha256', secret).update(`${timestamp}${delivery}${payload}`).digest('hex')
      const body = new URLSearchParams({ timestamp, token: delivery, signature, payload }).toString()
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': 'Faraday v2.12.0' }
      return new Request(url, { method: 'POST', headers, body })
    },
  }
}

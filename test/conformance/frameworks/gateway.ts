import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Fields, Reason, StoredEvent, StoredWebhook, Style } from './style'

/** The refusals that the gateway itself answers, before the service behind it sees the request. */
const ofGateway: Readonly<Partial<Record<Reason['why'], [status: number, type: string, message: string]>>> = {
  'missing-key': [401, 'UnauthorizedException', 'Unauthorized'],
  'invalid-key': [401, 'UnauthorizedException', 'Unauthorized'],
  'expired-key': [403, 'AccessDeniedException', 'The security token included in the request is expired'],
  'missing-scope': [
    403,
    'AccessDeniedException',
    'User is not authorized to access this resource with an explicit deny',
  ],
  'unknown-path': [403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
  'wrong-method': [403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
}

/** The refusals of the service. */
const errors: Readonly<Partial<Record<Reason['why'], [status: number, code: string, message: string]>>> = {
  'content-type': [415, 'unsupported_media_type', 'Unsupported Media Type'],
  'too-large': [413, 'request_too_long', 'Request Too Long'],
  malformed: [400, 'invalid_request', 'Invalid request body'],
  'no-object': [400, 'invalid_request', 'Invalid request body'],
  missing: [400, 'invalid_request', 'object has missing required properties (["{field}"])'],
  invalid: [400, 'invalid_request', '[instance value has the wrong type]'],
  'insecure-url': [400, 'invalid_request', 'Endpoint must match the specified protocol: https'],
  'unknown-webhook': [404, 'not_found', 'Subscription does not exist'],
  mismatch: [400, 'idempotent_parameter_mismatch', 'The parameters do not match the token'],
  'invalid-limit': [400, 'invalid_request', 'Invalid parameter: limit'],
  'invalid-cursor': [400, 'invalid_request', 'Invalid parameter: cursor'],
}

function ofEach(): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'x-amzn-RequestId': randomUUID(),
    'x-amz-apigw-id': `${randomBytes(10).toString('base64').replace(/[=+/]/g, 'A')}=`,
    'X-Amzn-Trace-Id': `Root=1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')};Sampled=0`,
  }
}

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...ofEach(), ...headers } })
}

const toSeconds = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '')

/** A service behind a gateway of a cloud, whose deliveries are notifications that hold the event as text. */
export function gatewayStyle(): Style {
  return {
    ...{ createStatus: 202, replayHeaders: {}, pageSize: 50, order: 'newest-first', limits: 'reject' },
    ...{ retrieves: false, listsWebhooks: false, anyData: false, mostBytes: 262_144 },
    newId: (prefix) => prefix + randomUUID(),
    newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
    isJson: (type) => type === 'application/json',
    event: ({ id, type, created, data }: StoredEvent) => ({ id, type, created: toSeconds(created), data }),
    webhook: ({ id, url, events, description, created }: StoredWebhook) => ({
      ...{ id, url, events, ...(description === undefined ? {} : { description }), status: 'active' },
      ...{ created: toSeconds(created), arn: `arn:aws:sns:eu-central-1:123456789012:${id}` },
    }),
    list: (items, cursor) => ({
      body: { data: items, hasMore: cursor !== null, nextCursor: cursor, count: items.length },
    }),
    before(request) {
      if (request.method === 'OPTIONS') {
        const headers = {
          'Access-Control-Allow-Methods': 'GET,POST,OPTIONS',
          'Access-Control-Allow-Origin': '*',
        }
        return Promise.resolve(new Response(null, { status: 204, headers: { ...ofEach(), ...headers } }))
      }
      if (request.method !== 'HEAD') return Promise.resolve(undefined)
      const headers = { ...ofEach(), 'x-amzn-ErrorType': 'MissingAuthenticationTokenException' }
      return Promise.resolve(new Response(null, { status: 403, headers }))
    },
    answer: respond,
    refuse({ why, field = '' }) {
      const [gatewayStatus, type, text] = ofGateway[why] ?? []
      if (gatewayStatus !== undefined)
        return respond(gatewayStatus, { message: text }, { 'x-amzn-ErrorType': type ?? '' })
      const [status, code, message] = errors[why] as [number, string, string]
      const error = {
        code,
        message: message.replace('{field}', field),
        ...(field === '' ? {} : { param: field }),
      }
      return respond(status, { error })
    },
    deliver({ url, secret }, event: Fields, now, id) {
      const note = {
        ...{ Type: 'Notification', MessageId: id, TopicArn: 'arn:aws:sns:eu-central-1:123456789012:events' },
        ...{ Message: JSON.stringify(event), Timestamp: new Date(now).toISOString(), SignatureVersion: '2' },
      }
      const signed = Object.entries(note)
        .map((pair) => pair.join('\n'))
        .join('\n')
      const Signature = createHmac('sha256', secret).update(signed).digest('base64')
      const body = JSON.stringify({
        ...note,
        Signature,
        SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/cert.pem',
      })
      const headers = {
        ...{
          'Content-Type': 'text/plain; charset=UTF-8',
          'User-Agent': 'Amazon Simple Notification Service Agent',
        },
        ...{ 'x-amz-sns-message-type': 'Notification', 'x-amz-sns-message-id': id },
      }
      return new Request(url, { method: 'POST', headers, body })
    },
  }
}

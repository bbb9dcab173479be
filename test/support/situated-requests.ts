import { dialectFields, type CompleteDialect, type Dialect } from '../../generated/dialect'
import { operations } from '../../generated/operations'
import { situationSamples } from '../../generated/situation-samples'
import type { Situation } from '../../generated/situations'
import type { OpenApiDocument, ParameterObject } from '../../openapi/model'
import { requestTo } from './backend'
import { operationsIn, type SeenAnswer } from './document-oracle'

/** A request for an operation, and the situation that it is in. */
export interface Asked {
  operation: string
  /** The name of the example that shows the answer. Absent where none does. */
  situation?: string
  /** The id in the path. */
  id?: string
  query?: Record<string, string>
  key?: string | null
  headers?: Record<string, string>
  /** The body as JSON, or as text where that is a string. */
  body?: unknown
  /** The value at fault, where it is another one than in the example that the rulebook has of the situation. */
  value?: string
}

/** Keys of which each lacks what some operation needs, beside the built-in ones. */
export const keys = [
  { key: 'sk_live_mock' },
  { key: 'sk_test_mock' },
  { key: 'sk_live_expired_mock', expiresAt: '2020-01-01T00:00:00Z' },
  { key: 'sk_live_scopeless', scopes: [] },
]

/** Sends a request to the place where the document has its operation. */
export async function ask(
  fetch: (request: Request) => Promise<Response>,
  document: OpenApiDocument,
  { operation, id = 'x', query = {}, key, headers, body }: Asked,
): Promise<SeenAnswer> {
  const [method = '', path = ''] = operationsIn(document).get(operation)?.place.split(' ') ?? []
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const place = path.replace(/\{[^}]*\}/g, encodeURIComponent(id)) + search
  const sent = typeof body === 'string' ? { text: body } : { body }
  const response = await fetch(requestTo(method, place, { key, headers, ...sent }))
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const event = { type: 'order.paid', data: { order: 1 } }
const hook = { url: 'https://shop.example/hooks', events: ['*'] }

/** Requests for one operation. */
const asksFor = (operation: string, asked: readonly Omit<Asked, 'operation'>[]): Asked[] =>
  asked.map((one) => ({ operation, ...one }))

/** A request for each situation that an operation can meet in a dialect. Some end otherwise: the dialect accepts what they ask. */
export function situatedRequests(dialect: CompleteDialect): Asked[] {
  const { idempotency, maxPayloadBytes, maxTypeLength, maxDescriptionLength } = dialect
  const named = idempotency.in === 'both' ? { in: 'body', name: 'idempotencyKey' } : idempotency
  const withKey = (key: string, body: object = event): Pick<Asked, 'headers' | 'body'> =>
    named.in === 'header'
      ? { headers: { [named.name]: key }, body }
      : { body: { ...body, [named.name]: key } }
  const bodies = { createEvent: event, createWebhook: hook, createKey: {} }
  const ofAll = Object.keys(operations).flatMap((operation): Asked[] => {
    const body = bodies[operation as keyof typeof bodies]
    return [
      { operation, body, situation: 'missingKey', key: null },
      { operation, body, situation: 'invalidKey', key: 'sk_live_unknown' },
      { operation, body, situation: 'expiredKey', key: 'sk_live_expired_mock' },
      { operation, body, situation: 'missingScope', key: 'sk_live_scopeless' },
    ]
  })
  const ofBodies = Object.entries(bodies).flatMap(([operation, body]): Asked[] => [
    { operation, situation: 'payloadTooLarge', body: { ...body, more: 'x'.repeat(maxPayloadBytes) } },
    { operation, situation: 'contentType', body, headers: { 'content-type': 'text/plain' } },
    { operation, situation: 'missingBody', headers: { 'content-type': 'application/json' } },
    { operation, situation: 'malformedJson', body: '{"type":' },
    { operation, situation: 'invalidBody', body: [] },
  ])
  const longType = 'a'.repeat((maxTypeLength ?? 256) + 1)
  const ofEvents = asksFor('createEvent', [
    { situation: 'unknownField', body: { ...event, note: 1 } },
    { situation: 'missingType', body: { data: {} } },
    { situation: 'invalidType', body: { type: 5, data: {} } },
    { situation: 'emptyType', body: { type: '', data: {} } },
    { situation: 'longType', body: { type: longType, data: {} }, value: longType },
    { situation: 'missingData', body: { type: 'a' } },
    { situation: 'invalidData', body: { type: 'a', data: [] } },
    { situation: 'emptyIdempotencyKey', ...withKey('') },
    { ...withKey('order-1042-paid') },
    { ...withKey('order-1042-paid') },
    { situation: 'idempotencyMismatch', ...withKey('order-1042-paid', { type: 'other', data: {} }) },
    { ...withKey('k'.repeat(256)) },
  ])
  ofEvents.push(
    { operation: 'retrieveEvent', id: 'evt_01JD3Q8X5AZ7V0M2' },
    { operation: 'retrieveEvent', situation: 'unknownEvent', id: 'evt_01JD3Q0000000000' },
  )
  if (idempotency.in === 'both') {
    const situation = 'conflictingIdempotencyKeys'
    const headers = { 'idempotency-key': 'b' }
    ofEvents.push({ operation: 'createEvent', situation, ...withKey('a'), headers })
  }
  const lists = Object.values(operations).filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'cursor'),
  )
  const ofLists = lists.flatMap(({ id: operation }): Asked[] => [
    { operation },
    { operation, query: { limit: '2' } },
    { operation, situation: 'invalidLimit', query: { limit: '0' } },
    { operation, situation: 'overMaxLimit', query: { limit: '101' } },
    { operation, situation: 'invalidCursor', query: { cursor: 'cur_unknown' } },
    { operation, situation: 'nonIntegerLimit', query: { limit: 'ten' } },
    { operation, situation: 'unknownParameter', query: { page: '2' } },
  ])
  const warehouse = 'warehouse.shop.example/hooks/orders'
  const longDescription = 'a'.repeat((maxDescriptionLength ?? 500) + 1)
  const ofWebhooks = asksFor('createWebhook', [
    { body: hook },
    { body: { ...hook, url: 'https://other.example', description: 'Other' } },
    { situation: 'missingUrl', body: { events: ['*'] } },
    { situation: 'invalidUrl', body: { ...hook, url: 'https://a:b:c' } },
    { situation: 'webhookHost', body: { ...hook, url: 'https://localhost/hooks' } },
    { situation: 'insecureUrl', body: { ...hook, url: `http://${warehouse}` } },
    { situation: 'duplicateUrl', body: { ...hook, url: `https://${warehouse}` } },
    { situation: 'missingEvents', body: { url: hook.url } },
    { situation: 'invalidEvents', body: { ...hook, events: '*' } },
    { situation: 'emptyEvents', body: { ...hook, events: [] } },
    { situation: 'duplicateEvents', body: { ...hook, events: ['order.paid', 'order.paid'] } },
    { situation: 'mixedEvents', body: { ...hook, events: ['*', 'order.paid'] } },
    {
      situation: 'longDescription',
      body: { ...hook, url: 'https://long.example', description: longDescription },
      value: longDescription,
    },
    { situation: 'testWebhook', key: 'sk_test_mock', body: hook },
  ])
  ofWebhooks.push(
    { operation: 'deleteWebhook', situation: 'unknownWebhook', id: 'wh_01JD3Q0000000000' },
    { operation: 'deleteWebhook', id: 'wh_01JD3Q7R4MW8K6T1' },
  )
  const scoped = { name: 'a', scopes: ['events:read'], expiresAt: '2099-01-01T00:00:00Z' }
  const ofKeys: Asked[] = [
    { operation: 'createKey', body: scoped },
    { operation: 'createKey', situation: 'unknownScope', body: { ...scoped, scopes: ['events:delete'] } },
    { operation: 'createKey', body: { ...scoped, expiresAt: '2020-01-01T00:00:00Z' } },
  ]
  return [...ofAll, ...ofBodies, ...ofEvents, ...ofLists, ...ofWebhooks, ...ofKeys]
}

/** A dialect in which a situation can be met: each field that decides on it has a value that does not accept what is asked. */
export function dialectMeeting(situation: Situation): Dialect {
  const { unless = {} } = situationSamples[situation]
  const decided = Object.entries(unless).map(([field, values]) => {
    const samples: readonly unknown[] = dialectFields[field as keyof Dialect].samples
    return [field, samples.find((sample) => !values.includes(sample))]
  })
  return Object.fromEntries(decided) as Dialect
}

/** The values that the parameters of a request have in the example of this name. */
export function exampleValues(
  parameters: readonly ParameterObject[],
  place: string,
  example: string,
): Record<string, string> {
  const placed = parameters.filter((one) => one.in === place && one.examples?.[example] !== undefined)
  return Object.fromEntries(placed.map(({ name, examples }) => [name, String(examples?.[example]?.value)]))
}

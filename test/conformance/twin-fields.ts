import type { Dialect } from '../../generated/dialect'
import type { Choices } from './legal/dimensions'

/** How many fields of a dialect were seen as the service chose, and those that were not. */
export interface FieldScore {
  right: number
  total: number
  wrong: readonly { field: string; chosen: unknown; seen: unknown }[]
}

type Expectation = (choices: Choices) => unknown

/** A choice that no dialect can state, or that this service does not show. */
const unstated = undefined

const signatures: Readonly<Partial<Record<Choices['signature'], string>>> = {
  'standard-webhooks': 'standard-webhooks',
  svix: 'svix',
  'timestamped-hex': 'timestamped-hex',
  'body-hex': 'body-hex',
  'several-schemes': 'standard-webhooks',
  'several-values': 'standard-webhooks',
}

const bodies: Readonly<Partial<Record<Choices['envelope'], unknown>>> = {
  event: 'event',
  'standard-webhooks': 'standard-webhooks',
  'json-string': 'event',
  form: 'event',
  xml: 'event',
  multipart: 'event',
  'event-created': { type: 'event.created', data: '{event}' },
  list: { batch: ['{event}'], count: 1 },
  thin: { notification: 'event', event_id: '{event.id}', sent: '{now}' },
  base64: { message: { messageId: '{id:dlv_}', data: '{base64:event}' } },
  'own-id-flat': {
    ...{ id: '{id:dlv_}', type: '{event.type}', created: '{now}' },
    ...{ data: '{event.data}', eventId: '{event.id}' },
  },
  'own-id': {
    ...{ id: '{id:dlv_}', object: 'delivery', type: 'delivery', created: '{now}' },
    ...{ event: '{event}', attempt: { number: 1 } },
  },
}

const boundary = 'legal-service-boundary'
const encodings: Readonly<Partial<Record<Choices['envelope'], unknown>>> = {
  'json-string': 'json-string',
  form: { template: 'source=events&payload={form}' },
  xml: { template: '<?xml version="1.0"?><event><json>{markup}</json></event>' },
  multipart: {
    template: `--${boundary}\r\nContent-Disposition: form-data; name="event"\r\nContent-Type: application/json\r\n\r\n{json}\r\n--${boundary}--\r\n`,
  },
  'base64-body': { template: '{base64}' },
  'headers-only': 'empty',
  'type-in-header': 'empty',
  'id-and-type-in-headers': 'empty',
  'event-in-header': 'empty',
  query: 'empty',
  'event-in-query': 'empty',
  nothing: 'empty',
}

/** Envelopes that no template states, or whose body is JSON in a way of its own. */
const unstatedEnvelopes: readonly Choices['envelope'][] = ['encrypted', 'cloudevents-binary', 'flat-form']

const precisions = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds']

const challenges = { none: null, bearer: 'Bearer', realm: 'Bearer realm="events", error="invalid_token"' }

const extraNames: Record<Choices['extras'], readonly string[]> = {
  none: [],
  texts: ['apiVersion', 'env', 'object'],
  'objects-and-ids': ['account', 'error', 'links', 'meta'],
}

/** The dialect that describes a service, by the parts of its fields. */
const expectations: Readonly<Record<string, Expectation>> = {
  idempotency: ({ idempotency }) => {
    const [place, name] = idempotency.split(' ')
    return name === undefined ? { in: 'both' } : { in: place, name }
  },
  emptyIdempotencyKey: ({ emptyKey }) => emptyKey,
  idempotencyMismatch: ({ mismatch }) => String(mismatch),
  createEventStatus: ({ createStatus }) => createStatus,
  replayEventStatus: ({ createStatus, replayStatus }) =>
    replayStatus === 'same' ? createStatus : replayStatus,
  replayHeader: ({ replayHeader: name }) =>
    name === 'none' ? null : { name, value: name === 'X-Cache' ? 'HIT' : 'true' },
  deleteWebhookStatus: ({ deleteStatus }) => deleteStatus,
  lastPageCursor: ({ lastCursor }) => lastCursor,
  defaultPageSize: ({ defaultPageSize }) => defaultPageSize,
  // Ids whose text grows with time give the order of time. The text of a counter does not: 10 stands before 9.
  listOrder: ({ order, ids }) =>
    order === 'by-id' && ['digits', 'ulid'].includes(ids) ? 'oldest-first' : order,
  // With a default size that is the largest one, to clamp and to take the default are the same.
  overMaxLimit: ({ overLimit, defaultPageSize }) =>
    overLimit === 'default' && defaultPageSize === 100 ? 'clamp' : overLimit,
  invalidLimit: ({ badLimit }) => badLimit,
  invalidCursor: ({ badCursor }) => (typeof badCursor === 'number' ? 'reject' : badCursor),
  challenge: ({ challenge, missingScope, expiredKey }) => {
    const stated = challenges[challenge]
    const isOfAll = stated === null || (missingScope !== 401 && expiredKey !== 401)
    // Without a word of them, a missing scope gets no challenge, and an expired key one with a 401 alone.
    const ofExpired = expiredKey === 401 ? { expiredKey: null } : {}
    return isOfAll ? stated : { missingKey: stated, invalidKey: stated, ...ofExpired }
  },
  missingScopeStatus: ({ missingScope }) => missingScope,
  expiredKeyStatus: ({ expiredKey }) => expiredKey,
  'errorCodes.401': ({ unauthorizedBody }) => (unauthorizedBody === 'envelope' ? 'who_are_you' : unstated),
  retryAfter: ({ rateLimit, retryAfter }) => {
    const known: Readonly<Record<string, string>> = {
      seconds: 'seconds',
      'http-date': 'http-date',
      fraction: 'fractional-seconds',
      'rounded-down': 'seconds',
    }
    return rateLimit === 'none' ? unstated : known[retryAfter]
  },
  'signature.scheme': ({ signature, envelope }) =>
    signature === 'in-body' && !(envelope in bodies) ? unstated : (signatures[signature] ?? 'unknown'),
  // An event that holds the time of its answer is another one in each delivery, and no field of the body is the event itself.
  deliveryBody: ({ envelope, extras, signature }) =>
    extras === 'objects-and-ids' || signature === 'in-body' ? unstated : bodies[envelope],
  deliveryEncoding: ({ envelope }) =>
    unstatedEnvelopes.includes(envelope) ? unstated : (encodings[envelope] ?? 'json'),
  'operations.retrieveEvent': ({ retrieve }) => (retrieve === 'offered' ? 'GET /v1/events/{id}' : null),
  // A run sends nothing larger than 4 MiB.
  maxPayloadBytes: ({ payloadLimit }) => (payloadLimit < 4_194_304 ? payloadLimit : unstated),
  nonObjectData: ({ data }) => (data === 'objects' ? 'reject' : 'accept'),
  unknownFields: ({ unknownFields }) => unknownFields,
  unknownParameters: ({ unknownQuery }) => unknownQuery,
  emptyOrMixedEvents: ({ oddEvents }) => oddEvents,
  testDeliveries: ({ testWebhooks, testDeliveries }) => {
    if (testWebhooks !== 'accept') return unstated
    return testDeliveries === 'none' ? 'none' : 'test-webhooks'
  },
  typePatterns: ({ typePatterns }) => (typePatterns === 'refused' ? unstated : typePatterns),
  omittedDescription: ({ omittedDescription }) => omittedDescription,
  allow: ({ wrongMethod }) => (wrongMethod === '405-with-allow' ? 'without-head' : 'absent'),
  head: ({ wrongMethod, head }) =>
    (wrongMethod === '405-with-allow') === (head === 'refuse') ? 'as-allow' : 'against-allow',
  options: ({ options }) => options.replace('answer-', ''),
  duplicateUrls: ({ duplicateUrls }) => (duplicateUrls === 'accept' ? 'accept' : 'reject'),
  emptyType: ({ emptyType }) => emptyType,
  maxTypeLength: ({ typeLimit }) => typeLimit,
  maxDescriptionLength: ({ descriptionLimit }) => descriptionLimit,
  contentTypes: ({ contentType }) => (contentType === 'any' ? 'any' : 'json'),
  testWebhooks: ({ testWebhooks }) => (testWebhooks === 'accept' ? 'accept' : 'reject'),
  webhookHosts: ({ urlGuard }) => (/^reserved/.test(urlGuard) ? 'public' : 'any'),
  timestamps: ({ timestamps }) => {
    if (timestamps === 'offset') return { precision: 'milliseconds', suffix: '+00:00' }
    return precisions.includes(timestamps) ? { precision: timestamps, suffix: 'Z' } : unstated
  },
  'extras.event': ({ extras }) => extraNames[extras],
  'extras.list': ({ extras }) => extraNames[extras],
  'extras.webhook': ({ extras }) => extraNames[extras],
  'extras.deletion': ({ extras }) => extraNames[extras],
}

/** Holds the dialect that a run saw against what the service chose. */
export function scoreFields(choices: Choices, dialect: Dialect): FieldScore {
  const judged = Object.entries(expectations).flatMap(([field, expected]) => {
    const chosen = expected(choices)
    return chosen === unstated ? [] : [{ field, chosen, seen: seenIn(dialect, field) }]
  })
  const wrong = judged.filter(({ chosen, seen }) => !isSame(chosen, seen))
  return { right: judged.length - wrong.length, total: judged.length, wrong }
}

function seenIn(dialect: Dialect, field: string): unknown {
  const value = field
    .split('.')
    .reduce<unknown>((one, name) => (one as Record<string, unknown> | undefined)?.[name], dialect)
  return field.startsWith('extras.') ? Object.keys(value ?? {}).sort() : value
}

function isSame(one: unknown, other: unknown): boolean {
  // A delivery that is sent at once has the time of its event.
  const text = (value: unknown) => JSON.stringify(sorted(value))?.replaceAll('{event.created}', '{now}')
  return text(one) === text(other)
}

/** A value whose fields stand in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}

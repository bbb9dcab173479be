import { operations, scopes } from '../../generated/operations'
import type { JsonSchema } from '../../openapi/model'
import { deliveryFaultKinds, requestFaultKinds } from '../faults/fault'
import { faultNumbers } from '../faults/fault-fields'
import { modes } from '../state/each-item'
import { type Fields, objectOf } from './fields'
import { deliveryStates } from './shown-delivery'

// The schemas of what control routes take and answer. A title is written so that it follows "must be" in a refusal.

export const text = { type: 'string' } as const
export const id = { type: 'string', title: 'an id' } as const
export const flag = { type: 'boolean' } as const
export const count = { type: 'integer', minimum: 0 } as const
/** Any JSON value. */
export const anything = {} as const
/** A JSON object of which nothing more is said here. */
export const anyObject = { type: 'object' } as const
export const textOrNull = { type: ['string', 'null'] } as const
export const mode = { enum: modes } as const
export const time = {
  type: 'string',
  title: 'a time in UTC as ISO 8601, such as 2026-11-21T03:00:00Z',
} as const
const year = 365 * 24 * 60 * 60
/** The seconds for which a rotation keeps the old key or secret in force unless others are given. */
export const usualOverlap = 24 * 60 * 60
/** The seconds for which a rotation keeps the old one in force. */
export const overlap = {
  type: 'number',
  minimum: 0,
  maximum: year,
  title: `seconds from 0 to ${year}`,
  description: 'How long the old one stays in force beside the new one. A day unless given.',
} as const
export const secret = {
  type: 'string',
  pattern: '^whsec_[!-~]+$',
  title: 'a text that begins with whsec_ and holds printable ASCII without spaces',
} as const
/** The scopes of a key. */
export const scopeList = {
  type: ['array', 'null'],
  items: { enum: scopes },
  minItems: 1,
  title: `null, or hold some of ${scopes.join(', ')}`,
  description: '`null` means full access.',
} as const

export const listOf = <const Items extends JsonSchema>(items: Items) => ({ type: 'array', items }) as const
const headers = { type: 'object', additionalProperties: text } as const

/** The schema of an answer with all items of a list. */
export const allOf = (items: JsonSchema) => objectOf({ data: listOf(items) })

/** The schema of an answer with a page of a list. */
export const pageOf = (items: JsonSchema, more: Fields = {}) =>
  objectOf({ data: listOf(items), hasMore: flag, nextCursor: textOrNull, ...more })

/** The schema of an answer with a page of a list for which events are searched. */
export const scannedPageOf = (items: JsonSchema) =>
  pageOf(items, { 'scanned?': { ...count, description: 'How many events were looked at, 5,000 at most.' } })

/** A reference to a schema among the components of the OpenAPI document, by its name. */
export const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The fields of a fault. */
export const faultFields: Fields = {
  kind: { enum: [...new Set([...requestFaultKinds, ...deliveryFaultKinds])] },
  'operation?': { enum: Object.keys(operations) },
  'webhook?': { ...text, description: 'The id of a webhook, or `*` for all.' },
  ...Object.fromEntries(
    Object.entries(faultNumbers).map(([name, [minimum, maximum, isInteger]]) => [
      `${name}?`,
      { type: isInteger ? 'integer' : 'number', minimum, maximum },
    ]),
  ),
}

const outcomes = ['delivered', 'failed', 'abandoned', 'dropped']
const refusal = { code: text, message: text, 'param?': textOrNull }
const keptRequest = {
  ...{ operation: text, mode, key: objectOf({ id: text, name: text }), event: text, webhook: text },
  ...{ replayed: flag, deleted: flag, rawHeaders: listOf(text), address: text, body: text, answer: text },
  ...{ refusal: objectOf({ ...refusal, pointer: text }), fault: text, aborted: flag, session: text },
  ...{ curl: text, noCurl: text },
}

/** The schemas that several routes have in common, by the names that they have in the document. */
export const components: Readonly<Record<string, JsonSchema>> = {
  Attempt: objectOf({
    ...{ kind: { const: 'delivery' }, number: count, deliveryId: text, eventId: text, eventType: text },
    ...{ webhookId: text, url: text, 'forwardedTo?': text, attempt: count, at: time, 'signedAt?': time },
    ...{ duration: { type: 'number' }, 'status?': count, 'error?': text, 'retryAt?': time, 'next?': time },
    outcome: { enum: ['delivered', 'failed', 'abandoned'] },
    ...{ 'fault?': text, 'resent?': flag, 'edited?': listOf({ enum: ['body', 'headers'] }) },
    ...{ headers, body: text, 'answer?': objectOf({ status: count, headers, body: text }) },
  }),
  Clock: objectOf({ now: time, frozen: flag }),
  Delivery: objectOf({
    ...{ id: text, event: text, webhook: text, 'url?': text, 'type?': text, 'created?': text },
    ...{ state: { enum: deliveryStates }, attempts: count, 'due?': time },
    'schedule?': listOf(objectOf({ attempt: count, at: time })),
    entries: { ...listOf(count), description: 'The numbers of its attempts in the journal, oldest first.' },
    'last?': objectOf({
      ...{ 'number?': count, attempt: count, at: time, outcome: { enum: outcomes } },
      ...{ 'status?': count, 'error?': text },
    }),
    'history?': {
      ...listOf(
        objectOf({
          ...{ 'attempt?': count, at: time, outcome: { enum: outcomes }, 'status?': count, 'error?': text },
          ...{ 'duration?': { type: 'number' }, 'answer?': text, 'resent?': flag },
        }),
      ),
      description: 'The attempts that the store remembers, and an end without one, oldest first.',
    },
  }),
  Error: objectOf({ error: objectOf(refusal) }),
  Event: objectOf({
    ...{ mode, 'idempotencyKey?': text, deliveries: listOf(named('Delivery')), event: anyObject },
  }),
  Explanation: objectOf({
    ...{ status: count, ...refusal, 'situation?': text, pointer: text, link: text },
    'rule?': objectOf({
      ...{ id: text, kind: { enum: ['rule', 'question'] }, text, 'source?': text, 'default?': text },
    }),
    'near?': objectOf({ 'field?': text, 'sent?': text, 'right?': text, hint: text }),
  }),
  Fault: objectOf({ id, ...faultFields, hits: count }),
  Forward: objectOf({ id, from: text, to: text }),
  Key: objectOf({
    ...{ id, key: text, mode, name: text, scopes: scopeList, expiresAt: textOrNull, created: text },
  }),
  Notice: objectOf({ kind: { const: 'notice' }, number: count, at: time, code: text, message: text }),
  Request: objectOf({
    ...{ kind: { const: 'request' }, number: count, at: time, duration: { type: 'number' }, method: text },
    ...{ path: text, headers, status: count },
    ...Object.fromEntries(Object.entries(keptRequest).map(([name, schema]) => [`${name}?`, schema])),
  }),
  Sent: objectOf({
    ...{ id, event: text, webhook: text, attempt: count, sent: { enum: ['by-schedule', 'once'] } },
    'edited?': listOf(text),
  }),
  Webhook: objectOf({
    ...{ id, mode, url: text, events: listOf(text), 'description?': text, status: text, created: text },
  }),
}

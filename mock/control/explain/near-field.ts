import { scopes } from '../../../generated/operations'
import { isJsonObject } from '../../http/json-value'
import { idempotencyPlaces } from '../../settings/idempotency-places'
import { nearest } from '../../../src/core/nearest'
import { parseTimestamp } from '../../settings/timestamp'
import { closest } from './closest'
import { kindOf } from './near-body'
import { spanOf } from './near-key'
import {
  fieldOf,
  shownValue,
  type Finder,
  type Finders,
  type NearMiss,
  type RefusedCase,
} from './refused-case'

/** The near misses of bodies with a field that is missing, unknown or wrong. */
export const nearField = {
  missingType: missing('type'),
  missingData: missing('data'),
  missingUrl: missing('url'),
  missingEvents: missing('events'),

  invalidType(refused) {
    const sent = fieldOf(refused, 'type')
    const isPlain = typeof sent === 'number' || typeof sent === 'boolean'
    return wrongKind('type', sent, 'a string', isPlain ? JSON.stringify(String(sent)) : undefined)
  },
  emptyType: () => ({
    ...{ field: 'type', sent: '', right: 'order.paid' },
    hint: 'A type has at least one character, such as order.paid.',
  }),
  longType: (refused, { settings }) => tooLong('type', refused, settings.dialect.maxTypeLength),
  longDescription: (refused, { settings }) =>
    tooLong('description', refused, settings.dialect.maxDescriptionLength),

  invalidData(refused) {
    const sent = fieldOf(refused, 'data')
    const inner = typeof sent === 'string' ? parsed(sent) : undefined
    if (isJsonObject(inner)) {
      const hint = 'data is a text that holds JSON: it was written twice.'
      return { field: 'data', sent: shownValue(sent), right: shownValue(inner), hint }
    }
    const right = Array.isArray(sent) ? `{"items":${shownValue(sent)}}` : undefined
    return wrongKind('data', sent, 'an object', right)
  },

  unknownField({ operation, value }, { settings: { dialect } }) {
    const known = [...(operation?.request?.fields ?? []), idempotencyPlaces(dialect).field ?? []].flat()
    const sent = isJsonObject(value) ? Object.keys(value).find((name) => !known.includes(name)) : undefined
    if (sent === undefined) return undefined
    const right = nearest(sent.slice(0, 200), known)
    const hint = `The fields are ${[...new Set(known)].join(', ')}. The nearest one is ${right}.`
    return { field: shownValue(sent), sent: shownValue(sent), right, hint }
  },

  emptyIdempotencyKey: ({ refusal: { param } }) => ({
    ...{ field: param ?? undefined, sent: '', right: 'order-1042-paid' },
    hint: 'Leave the idempotency key out, or send a text that is unique for this event.',
  }),
  idempotencyMismatch: ({ refusal: { param } }) => ({
    field: param ?? undefined,
    hint: 'Within 24 hours the same key means the same event. Send the same type and data, or another key.',
  }),
} satisfies Finders

/** The near misses of fields for which there is no situation, by the operation and the field. */
export const nearOtherField: Readonly<Record<string, Finder>> = {
  'createKey scopes'(refused) {
    const sent = fieldOf(refused, 'scopes')
    const stray: unknown = Array.isArray(sent)
      ? sent.find((one) => !(scopes as readonly unknown[]).includes(one))
      : undefined
    if (typeof stray !== 'string')
      return wrongKind('scopes', sent, 'an array of scopes', JSON.stringify([scopes[0]]))
    const right = nearest(stray, scopes)
    const hint = `The scopes are ${scopes.join(', ')}. The nearest one is ${right}.`
    return { field: 'scopes', sent: stray, right, hint }
  },
  'createKey expiresAt'(refused, { settings: { clock } }) {
    const sent = fieldOf(refused, 'expiresAt')
    const now = clock.now()
    const right = new Date(now + 30 * 86_400_000).toISOString()
    const time = typeof sent === 'string' ? parseTimestamp(sent) : NaN
    const hint = Number.isNaN(time)
      ? `A time is written as ${right}.`
      : `This time has passed since ${spanOf(Math.max(0, now - time))}: by the clock of the mock it is ${new Date(now).toISOString()}.`
    return { field: 'expiresAt', sent: shownValue(sent), right, hint }
  },
  'createKey name': missing('name'),
}

/** Finds a field that somebody wrote in another way or in another place. */
function missing(field: string): Finder {
  return ({ value, operation }: RefusedCase): NearMiss => {
    const known = operation?.request?.fields ?? []
    const names = isJsonObject(value) ? Object.keys(value) : []
    const called = (sent: string) => {
      return { field, sent, right: field, hint: `The body has ${sent}: the field is called ${field}.` }
    }
    const unknown = names.filter((name) => !known.includes(name))
    const like = closest(field, unknown)
    if (like !== undefined) return called(like)
    const holds = (inner: unknown) => isJsonObject(inner) && Object.hasOwn(inner, field)
    const outer = isJsonObject(value) ? names.find((name) => holds(value[name])) : undefined
    if (outer !== undefined) {
      const hint = `${field} stands within ${outer}, and belongs to the top of the body.`
      return { field, sent: `${outer}.${field}`, right: field, hint }
    }
    const synonym = names.find((name) => synonyms[field]?.includes(name.toLowerCase()))
    if (synonym !== undefined) return called(synonym)
    if (names.length === 0) return { field, hint: `The body has no fields. Add ${field}.` }
    return { field, hint: `The body has ${names.join(', ')}, and no ${field}.` }
  }
}

const synonyms: Readonly<Record<string, readonly string[]>> = {
  type: ['event', 'eventtype', 'event_type', 'name', 'topic', 'kind'],
  data: ['payload', 'body', 'object', 'content'],
  url: ['endpoint', 'target', 'uri', 'callback', 'address', 'href'],
  events: ['types', 'eventtypes', 'event_types', 'topics', 'subscriptions', 'enabled_events'],
}

/** A value of another kind than its field wants. */
export function wrongKind(field: string, sent: unknown, wanted: string, right?: string): NearMiss {
  const hint = `${field} is ${kindOf(sent)}, and has to be ${wanted}.`
  return { field, sent: shownValue(sent), right, hint }
}

function tooLong(field: string, refused: RefusedCase, most: number | null): NearMiss | undefined {
  const sent = fieldOf(refused, field)
  if (typeof sent !== 'string' || most === null) return undefined
  const length = Array.from(sent).length
  const hint = `${field} has ${length} characters, ${length - most} more than the ${most} that are permitted.`
  return { field, sent: shownValue(sent), right: `at most ${most} characters`, hint }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

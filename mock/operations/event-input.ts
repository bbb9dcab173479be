import { defaultDialect, type CompleteDialect } from '../../generated/dialect'
import { operations } from '../../generated/operations'
import { invalidRequest, refuse, type Refusal } from '../http/refusal'
import type { JsonBody, SentHeaders } from '../http/request-body'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import type { Settings } from '../settings/settings'

const rules = bodyRules('createEvent')

/** An event as a request asks for it. */
export interface RequestedEvent {
  body: { type: string; data: unknown }
  /** The text of `data`, exactly as it was sent. */
  raw: string
  idempotency: string | undefined
}

/** Judges the body of a request that creates an event, and changes nothing. Throws a `Refusal`. */
export function requestedEvent(
  { value, raw = 'null' }: JsonBody,
  headers: SentHeaders,
  { dialect }: Settings,
): RequestedEvent {
  const body = validBody(value, rules, dialect, bodyExceptions(dialect))
  refuseLongType(body.type, dialect)
  return { body, raw, idempotency: idempotencyKey(body, headers, dialect) }
}

/** OQ-32: the longest type of the dialect. */
function refuseLongType(type: string, { maxTypeLength: most }: CompleteDialect): void {
  // A character takes one or two units: most types are too short to be counted.
  if (most === null || type.length <= most || Array.from(type).length <= most) return
  const message = `type must be at most ${most} characters long.`
  const pointer = '#/components/schemas/EventTypeName/maxLength'
  throw refuse('longType', message, { param: 'type', value: type, pointer })
}

/** OQ-01, OQ-21, OQ-22, OQ-32: where the body of an event follows the dialect instead of the document. */
function bodyExceptions(dialect: CompleteDialect): BodyExceptions | undefined {
  const field = idempotencyField(dialect)
  const acceptsAnyData = dialect.nonObjectData === 'accept'
  const acceptsEmptyKey = dialect.emptyIdempotencyKey === 'ignore'
  const acceptsEmptyType = dialect.emptyType === 'accept'
  const acceptsLongType = dialect.maxTypeLength !== defaultDialect.maxTypeLength
  const isDocumented = field === documentedField && !acceptsAnyData && !acceptsEmptyKey
  if (isDocumented && !acceptsEmptyType && !acceptsLongType) return undefined
  const others = rules.fields.filter((name) => name !== documentedField)
  return {
    accepts: ({ instancePath, keyword }) =>
      (instancePath === '/data' && keyword === 'type' && acceptsAnyData) ||
      (instancePath === '/type' && keyword === 'maxLength' && acceptsLongType) ||
      (instancePath === '/type' && keyword === 'minLength' && acceptsEmptyType) ||
      (instancePath === `/${documentedField}` &&
        (field !== documentedField || (keyword === 'minLength' && acceptsEmptyKey))),
    fields: field === null ? others : [...others, field],
  }
}

/** The body field that the document gives to the idempotency key. */
export const documentedField = 'idempotencyKey'

const documentedHeader = operations.createEvent.parameters.find(({ in: place }) => place === 'header')
const longestKey = Number(documentedHeader?.schema.maxLength)
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The header that carries the key, `null` when the dialect has none. */
export function idempotencyHeader({ idempotency }: CompleteDialect): string | null {
  if (idempotency.in === 'both') return documentedHeader?.name ?? null
  return idempotency.in === 'header' ? idempotency.name : null
}

/** The body field that carries the key, `null` when the dialect has none. */
export function idempotencyField({ idempotency }: CompleteDialect): string | null {
  if (idempotency.in === 'both') return documentedField
  return idempotency.in === 'body' ? idempotency.name : null
}

/**
 * Reads the idempotency key of a request from the places that the dialect names. The header's value is opaque: `"k"` and
 * `k` are different keys. Throws a refusal when a key is empty or too long, or when body and header differ.
 */
export function idempotencyKey(
  body: object,
  headers: SentHeaders,
  dialect: CompleteDialect,
): string | undefined {
  const field = idempotencyField(dialect)
  const header = idempotencyHeader(dialect)
  const ignored = dialect.emptyIdempotencyKey === 'ignore' ? '' : undefined
  let fromBody = field === null || !Object.hasOwn(body, field) ? undefined : body[field as keyof typeof body]
  let fromHeader = header === null ? null : decodedHeader(headers.get(header))
  if (fromBody === ignored) fromBody = undefined
  if (fromHeader === ignored) fromHeader = null
  if (fromBody !== undefined) checkKey(fromBody, field as string)
  if (fromHeader === null) return fromBody
  checkKey(fromHeader, header as string)
  if (fromBody !== undefined && fromBody !== fromHeader) {
    throw invalidRequest(
      `The ${field} field and the ${header} header differ. Send one, or the same in both.`,
      field as string,
      '#/components/parameters/IdempotencyKeyHeader',
    )
  }
  return fromHeader
}

/** The text of a header. Many clients send UTF-8, which the platform reads as Latin-1: it is decoded where it is valid. */
function decodedHeader(value: string | null): string | null {
  if (value === null || /^[\x20-\x7e]*$/.test(value)) return value
  try {
    return utf8.decode(Uint8Array.from(value, (unit) => unit.charCodeAt(0)))
  } catch {
    return value
  }
}

function checkKey(key: unknown, name: string): void {
  if (typeof key !== 'string') throw invalidRequest(`${name} must be a string.`, name)
  if (key === '') throw refuse('emptyIdempotencyKey', `${name} must not be empty.`, { param: name })
  // A character takes one or two units: most keys are too short to be counted.
  if (key.length > longestKey && Array.from(key).length > longestKey) {
    throw invalidRequest(`${name} must be at most ${longestKey} characters long.`, name)
  }
}

/** OQ-20: the refusal of a known key with another body, for dialects that do not replay the original. */
export function idempotencyMismatch(key: string | undefined, dialect: CompleteDialect): Refusal {
  return refuse('idempotencyMismatch', 'This idempotency key was used with another body.', {
    param: idempotencyField(dialect) ?? idempotencyHeader(dialect),
    value: key,
  })
}

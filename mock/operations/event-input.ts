import { defaultDialect, type CompleteDialect } from '../../generated/dialect'
import { invalidRequest, refuse, type Refusal } from '../http/refusal'
import type { JsonBody, SentHeaders } from '../http/request-body'
import { strictUtf8 } from '../http/strict-utf8'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import {
  documentedField,
  idempotencyPlaces,
  longestKey,
  type IdempotencyPlaces,
} from '../settings/idempotency-places'
import type { Settings } from '../settings/settings'

const rules = /* @__PURE__ */ bodyRules('createEvent')

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
  { dialect, idempotencyPlaces: places }: Settings,
): RequestedEvent {
  const body = validBody(value, rules, dialect, exceptionsOf)
  const { type } = body
  const { maxTypeLength: most } = dialect
  // OQ-32. A character takes one or two units: most types are too short to be counted.
  if (most !== null && type.length > most && Array.from(type).length > most) {
    const pointer = '#/components/schemas/EventTypeName/maxLength'
    const values = { maxTypeLength: String(most) }
    throw refuse('longType', { param: 'type', value: type, values, pointer })
  }
  return { body, raw, idempotency: idempotencyKey(body, headers, places, dialect) }
}

/** OQ-01, OQ-21, OQ-22, OQ-32: where the body of an event follows the dialect instead of the document. */
function exceptionsOf(dialect: CompleteDialect): BodyExceptions {
  const { field } = idempotencyPlaces(dialect)
  const others = rules.fields.filter((name) => name !== documentedField)
  // By the path of the field and the keyword that it violates.
  const accepted: Record<string, boolean> = {
    '/data type': dialect.nonObjectData === 'accept',
    '/type minLength': dialect.emptyType === 'accept',
    '/type maxLength': dialect.maxTypeLength !== defaultDialect.maxTypeLength,
    [`/${documentedField} minLength`]: dialect.emptyIdempotencyKey === 'ignore',
  }
  return {
    accepts: ({ instancePath, keyword }) =>
      accepted[`${instancePath} ${keyword}`] === true ||
      (field !== documentedField && instancePath === `/${documentedField}`),
    fields: field === null ? others : [...others, field],
  }
}

/**
 * Reads the idempotency key of a request from the places that the dialect has. The header's value is opaque: `"k"` and
 * `k` are different keys. Throws a refusal when a key is empty or too long, or when body and header differ.
 */
function idempotencyKey(
  body: object,
  headers: SentHeaders,
  { field, header }: IdempotencyPlaces,
  { emptyIdempotencyKey }: CompleteDialect,
): string | undefined {
  const ignored = emptyIdempotencyKey === 'ignore' ? '' : undefined
  let fromBody = field === null || !Object.hasOwn(body, field) ? undefined : body[field as keyof typeof body]
  const written = header === null ? null : headers.get(header.toLowerCase())
  if (fromBody === ignored) fromBody = undefined
  if (fromBody !== undefined) checkKey(fromBody, field as string)
  if (written === null || written === ignored) return fromBody
  const fromHeader = decodedHeader(written)
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
function decodedHeader(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value
  try {
    return strictUtf8.decode(Uint8Array.from(value, (unit) => unit.charCodeAt(0)))
  } catch {
    return value
  }
}

function checkKey(key: unknown, name: string): void {
  if (typeof key !== 'string') throw invalidRequest(`${name} must be a string.`, name)
  if (key === '') throw refuse('emptyIdempotencyKey', { param: name })
  // A character takes one or two units: most keys are too short to be counted.
  if (key.length > longestKey && Array.from(key).length > longestKey) {
    throw invalidRequest(`${name} must be at most ${longestKey} characters long.`, name)
  }
}

/** OQ-20: the refusal of a known key with another body, for dialects that do not replay the original. */
export function idempotencyMismatch(key: string | undefined, { field, header }: IdempotencyPlaces): Refusal {
  return refuse('idempotencyMismatch', { param: field ?? header, value: key })
}

import { defaultDialect, type CompleteDialect } from '../../generated/dialect'
import { refuse } from '../http/refusal'
import { bodyLimits, readJson, type BodyReader } from '../http/request-body'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import type { Settings } from '../settings/settings'
import { documentedField, idempotencyField, idempotencyKey } from './idempotency'

const rules = bodyRules('createEvent')

/** An event as a request asks for it. */
export interface RequestedEvent {
  body: { type: string; data: unknown }
  /** The text of `data`, exactly as it was sent. */
  raw: string
  idempotency: string | undefined
}

/** Reads and judges the body of a request that creates an event, and changes nothing. Throws a `Refusal`. */
export async function readEvent(
  headers: Headers,
  read: BodyReader,
  settings: Settings,
): Promise<RequestedEvent> {
  const { dialect } = settings
  const { value, raw = 'null' } = await readJson(headers, read, bodyLimits(settings), 'data')
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

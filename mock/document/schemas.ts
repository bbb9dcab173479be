import type { CompleteDialect, Source } from '../../generated/dialect'
import { documentParts } from '../../generated/document'
import type { JsonSchema } from '../../openapi/model'
import { documentedField, idempotencyPlaces } from '../settings/idempotency-places'
import type { NamedRefusal } from './refusals'
import type { Resolution } from './resolution'
import { schemaOfSource } from './schema-of'

type Schemas = Record<string, ObjectSchema>

interface ObjectSchema extends JsonSchema {
  required?: readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
}

const text: JsonSchema = { type: 'string' }

/** The schemas of the document that are a page of a list. */
const pages = Object.keys(documentParts.schemas).filter((name) => name.endsWith('Page'))

/** The schemas of the document as a dialect has them. */
export function schemasOf({ dialect, additions }: Resolution, refusals: readonly NamedRefusal[]): Schemas {
  const schemas: Schemas = { ...documentParts.schemas }
  const example = additions.timestamp(Date.UTC(2026, 10, 21, 3))
  schemas.Timestamp = { ...schemas.Timestamp, examples: [example] }
  if (dialect.emptyIdempotencyKey === 'ignore')
    schemas.IdempotencyKey = without(schemas.IdempotencyKey, 'minLength')
  schemas.EventCreate = eventCreate(schemas.EventCreate, schemas.EventTypeName, dialect)
  schemas.Event = event(schemas.Event, dialect)
  schemas.WebhookCreate = webhookCreate(schemas.WebhookCreate, dialect)
  schemas.Webhook = webhook(schemas.Webhook, dialect, dialect.extras.webhook)
  schemas.Cursor = cursor(schemas.Cursor, dialect)
  for (const name of pages) schemas[name] = page(schemas[name], dialect, dialect.extras.list)
  Object.assign(schemas, webhookList(schemas, dialect))
  schemas.WebhookDeletion = withFurther(schemas.WebhookDeletion, dialect.extras.deletion, { id: text })
  schemas.KeyCreate = closed(schemas.KeyCreate, dialect)
  schemas.Error = error(schemas.Error, dialect, refusals)
  return schemas
}

function without(schema: JsonSchema = {}, ...keywords: string[]): ObjectSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}

/** An object schema with some of its properties changed. */
function changed(schema: ObjectSchema = {}, properties: Record<string, JsonSchema>): ObjectSchema {
  return { ...schema, properties: { ...schema.properties, ...properties } }
}

/** OQ-38: an object schema with the further fields of the dialect. */
function withFurther(
  schema: ObjectSchema = {},
  sources: Readonly<Record<string, Source>> = {},
  copied: Readonly<Record<string, JsonSchema>>,
): ObjectSchema {
  const further = Object.entries(sources).map(([name, source]) => [name, schemaOfSource(source, copied)])
  const required = [...(schema.required ?? []), ...Object.keys(sources)]
  return { ...changed(schema, Object.fromEntries(further) as Record<string, JsonSchema>), required }
}

/** OQ-22: the body of a request, closed where further fields are refused. */
function closed(schema: ObjectSchema = {}, { unknownFields }: CompleteDialect): ObjectSchema {
  return unknownFields === 'reject' ? { ...schema, additionalProperties: false } : schema
}

/** OQ-01, OQ-21, OQ-32: the body of a request that creates an event. */
function eventCreate(
  schema: ObjectSchema = {},
  typeName: JsonSchema = {},
  dialect: CompleteDialect,
): ObjectSchema {
  const { [documentedField]: key = {}, ...others } = schema.properties ?? {}
  const { field } = idempotencyPlaces(dialect)
  const properties: Record<string, JsonSchema> = { ...others, ...(field === null ? {} : { [field]: key }) }
  const { emptyType, maxTypeLength } = dialect
  if (emptyType === 'accept' || maxTypeLength !== typeName.maxLength) {
    const dropped = ['maxLength', ...(emptyType === 'accept' ? ['minLength'] : [])]
    properties.type = {
      ...without(typeName, ...dropped),
      ...(maxTypeLength === null ? {} : { maxLength: maxTypeLength }),
    }
  }
  if (dialect.nonObjectData === 'accept') properties.data = anyValue('The payload.')
  return closed({ ...schema, properties }, dialect)
}

const anyValue = (description: string): JsonSchema => ({ description: `${description} Any JSON value.` })

/** OQ-21, OQ-38: an event. */
function event(schema: ObjectSchema = {}, { nonObjectData, extras }: CompleteDialect): ObjectSchema {
  const description = 'The payload as it was sent.'
  const data =
    nonObjectData === 'accept'
      ? anyValue(description)
      : { description, type: 'object', additionalProperties: true }
  return withFurther(changed(schema, { data }), extras.event, { id: text, type: text, created: text })
}

/** OQ-23, OQ-32: the body of a request that registers a webhook. */
function webhookCreate(schema: ObjectSchema = {}, dialect: CompleteDialect): ObjectSchema {
  const { emptyOrMixedEvents, maxDescriptionLength } = dialect
  const { events = {}, description = {} } = schema.properties ?? {}
  return closed(
    changed(schema, {
      events:
        emptyOrMixedEvents === 'accept' ? without(events, 'minItems', 'uniqueItems', 'if', 'then') : events,
      description:
        maxDescriptionLength === null ? description : { ...description, maxLength: maxDescriptionLength },
    }),
    dialect,
  )
}

/** OQ-25, OQ-38: a webhook. */
function webhook(
  schema: ObjectSchema = {},
  { omittedDescription }: CompleteDialect,
  further: Readonly<Record<string, Source>> | undefined,
): ObjectSchema {
  const isAlways = omittedDescription !== 'absent'
  const description = {
    ...schema.properties?.description,
    type: omittedDescription === 'null' ? ['string', 'null'] : 'string',
  }
  const required = [...(schema.required ?? []), ...(isAlways ? ['description'] : [])]
  const copied = { id: text, url: text, status: text, created: text }
  return withFurther({ ...changed(schema, { description }), required }, further, copied)
}

const cursors: Record<CompleteDialect['lastPageCursor'], { type: string | string[]; last: string }> = {
  null: { type: ['string', 'null'], last: '`null` on the last page.' },
  absent: { type: 'string', last: 'Absent on the last page.' },
  present: { type: 'string', last: 'On the last page it leads to an empty one.' },
}

/** OQ-04: the cursor of the next page. */
function cursor(
  schema: JsonSchema = {},
  { lastPageCursor }: Pick<CompleteDialect, 'lastPageCursor'>,
): ObjectSchema {
  const { type, last } = cursors[lastPageCursor]
  return { ...schema, type, description: `Leads to the page that follows. ${last}` }
}

/** OQ-04, OQ-38: a page of a list. */
function page(
  schema: ObjectSchema = {},
  { lastPageCursor }: Pick<CompleteDialect, 'lastPageCursor'>,
  further: Readonly<Record<string, Source>> | undefined,
): ObjectSchema {
  const required = [...(schema.required ?? []), ...(lastPageCursor === 'absent' ? [] : ['nextCursor'])]
  const nextCursor = { type: cursors[lastPageCursor].type }
  return withFurther({ ...schema, required }, further, {
    hasMore: { type: 'boolean' },
    nextCursor: lastPageCursor === 'present' ? nextCursor : { type: ['string', 'null'] },
    count: { type: 'integer' },
  })
}

/** OQ-16: the page of webhooks, and the listed webhook where it has other fields than a registered one. */
function webhookList({ Cursor }: Schemas, dialect: CompleteDialect): Schemas {
  const { WebhookPage } = documentParts.schemas as Schemas
  const { extras, webhookList: stated } = dialect
  const { item, list = extras.list, lastPageCursor = dialect.lastPageCursor } = stated
  const isOfItsOwn = lastPageCursor !== dialect.lastPageCursor
  const whole = changed(page(WebhookPage, { lastPageCursor }, list), {
    ...(isOfItsOwn ? { nextCursor: cursor(Cursor, { lastPageCursor }) } : {}),
    ...(item
      ? { data: { ...WebhookPage?.properties?.data, items: { $ref: '#/components/schemas/ListedWebhook' } } }
      : {}),
  })
  if (!item) return { WebhookPage: whole }
  const listed = webhook(documentParts.schemas.Webhook, dialect, item)
  return { WebhookPage: whole, ListedWebhook: { ...listed, description: 'A webhook as it is listed.' } }
}

/** OQ-09, OQ-38: the error envelope. A failure that a fault puts in the place of an answer has no further fields, so none is required. */
function error(
  schema: ObjectSchema = {},
  { extras }: CompleteDialect,
  refusals: readonly NamedRefusal[],
): ObjectSchema {
  const { error: shown = {} } = schema.properties ?? {}
  const isNullable = refusals.some(({ refusal: { param } }) => param === null)
  const param = isNullable ? { type: ['string', 'null'] } : text
  const copied = { code: text, message: text, param, status: { type: 'integer' } }
  const envelope: Record<string, JsonSchema> = {}
  const inner: Record<string, JsonSchema> = {
    param: { ...(shown as ObjectSchema).properties?.param, ...param },
  }
  for (const [name, source] of Object.entries(extras.error ?? {})) {
    const [, within] = /^error\.(.+)$/.exec(name) ?? []
    if (within === undefined) envelope[name] = schemaOfSource(source, copied)
    else inner[within] = schemaOfSource(source, copied)
  }
  return changed(schema, { error: changed(shown, inner), ...envelope })
}

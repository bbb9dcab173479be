import { definitionsOf, type Document, type Schema } from './document'

const time: Schema = { description: 'ISO 8601, UTC.', $ref: '#/$defs/Timestamp' }
const mode: Schema = {
  description: 'The data that it belongs to. `live` unless given.',
  enum: ['live', 'test'],
}

/** A list of a seed. */
function list(description: string, entry: Schema): Schema {
  return { description, type: 'array', items: { type: 'object', additionalProperties: false, ...entry } }
}

/** The schema of a resource's field, as the document has it. */
function fieldOf({ components }: Document, resource: string, field: string): Schema {
  const properties = components.schemas[resource]?.properties as Record<string, Schema> | undefined
  const schema = properties?.[field]
  if (!schema) throw new Error(`openapi.yaml: ${resource} has no field ${field}.`)
  const { 'x-open-question': _question, ...rest } = schema
  return rest
}

/** The JSON Schema of a seed, which a snapshot fits as well. Its resources are those of the document, with fewer fields required. */
export function seedSchema(document: Document): Schema {
  const event = (field: string) => fieldOf(document, 'Event', field)
  const webhook = (field: string) => fieldOf(document, 'Webhook', field)
  const [, created] = (document.components.schemas.WebhookWithSecret?.allOf ?? []) as Schema[]
  const { secret } = (created?.properties ?? {}) as Record<string, Schema>
  return {
    description: 'Data that a mock starts with, oldest first. Fields that are left out are filled in.',
    type: 'object',
    additionalProperties: false,
    properties: {
      events: list('Events. They are old ones, so nothing is delivered.', {
        required: ['type', 'data'],
        properties: {
          type: event('type'),
          data: event('data'),
          id: event('id'),
          created: time,
          mode,
          idempotencyKey: {
            description:
              'The idempotency key of the creation. For the rest of its window it returns this event.',
            type: 'string',
          },
          json: {
            description:
              'The event as JSON text, which answers repeat. Made of the other fields unless given.',
            type: 'string',
          },
        },
      }),
      webhooks: list('Webhooks that receive what is created from now on.', {
        required: ['url', 'events'],
        properties: {
          url: { description: 'The HTTPS endpoint.', type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]:' },
          events: webhook('events'),
          description: webhook('description'),
          id: webhook('id'),
          secret: { ...secret, description: 'Signs the deliveries. A new one unless given.' },
          created: time,
          mode,
          status: {
            description:
              '`active` unless given. A snapshot states `disabled` for a webhook that receives nothing any more.',
            enum: ['active', 'disabled'],
          },
          previousSecret: {
            description: 'The secret before the last rotation. It signs beside the present one until then.',
            type: 'object',
            additionalProperties: false,
            required: ['secret', 'until'],
            properties: { secret: { type: 'string' }, until: time },
          },
        },
      }),
      keys: list("All keys. Those of the mock's options unless given.", {
        required: ['key'],
        properties: {
          key: {
            description: 'The key itself. Its prefix says whether it is live or test.',
            type: 'string',
            pattern: '^sk_(live|test)_[!-~]+$',
          },
          name: { description: 'A name to tell keys apart by.', type: 'string' },
          scopes: {
            description: 'What the key permits. `null`, unless given: everything.',
            type: ['array', 'null'],
            items: { $ref: '#/$defs/Scope' },
          },
          expiresAt: {
            description: 'The end of the key. `null`, unless given: it never ends.',
            oneOf: [{ $ref: '#/$defs/Timestamp' }, { type: 'null' }],
          },
          id: { description: 'The id of the key. A new one unless given.', type: 'string' },
          created: time,
          mode: {
            ...mode,
            description: 'The mode that the prefix stands for. Ignored; a snapshot states it.',
          },
        },
      }),
      deliveries: list('Pending deliveries of events of this seed to its webhooks.', {
        required: ['webhookId', 'eventId'],
        properties: {
          webhookId: { description: 'The id of a webhook of this seed.', type: 'string' },
          eventId: { description: 'The id of an event of this seed.', type: 'string' },
          attempts: {
            description: 'How many attempts were made. 0 unless given.',
            type: 'integer',
            minimum: 0,
          },
          dueAt: { ...time, description: 'When the next attempt is due. Now unless given.' },
        },
      }),
      now: {
        ...time,
        description: 'The time of the data. A clock that is behind, and can be moved, is moved there.',
      },
    },
    $defs: definitionsOf(document, ['Timestamp', 'Scope']),
  }
}

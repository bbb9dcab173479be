import type { CompleteDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import type { JsonSchema, OperationObject, ParameterObject } from '../../openapi/model'
import { createEnvelope, type Message } from '../deliveries/envelope'
import { eventJson } from '../http/resource-json'
import { parseTimestamp } from '../settings/timestamp'
import type { SeedEvent } from '../state/seed'
import type { Resolution } from './resolution'
import { schemaOfConstant } from './schema-of'

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The request that is sent to the endpoint of a webhook, as a dialect has it. */
export function deliveryOf(shown: OperationObject, resolution: Resolution): OperationObject {
  const { dialect } = resolution
  const message = exampleMessage(resolution)
  const further = Object.entries(message.headers)
    .filter(([name]) => name !== 'content-type' && name !== 'user-agent')
    .map(([name, example]) => header(name, 'A further header of this deployment.', example))
  return {
    ...shown,
    parameters: [...signatureHeaders(shown, dialect), ...further],
    requestBody: { required: true, content: { [contentType(message)]: media(message, dialect) } },
    responses: responsesOf(shown),
  }
}

function header(
  name: string,
  description: string,
  example: unknown,
  schema: JsonSchema = { type: 'string' },
): ParameterObject {
  return { name, in: 'header', required: true, description, schema, example }
}

const contentType = ({ headers }: Message) => (headers['content-type'] ?? '').replace(/;.*/, '').trim()

/** The concrete statuses with which a receiver usually answers. */
const concrete: Readonly<Record<string, string>> = { '2XX': '204', '4XX': '400', '5XX': '500' }

function responsesOf({ responses }: OperationObject): OperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [concrete[status] ?? status, response]),
  )
}

/** OQ-13, OQ-38: the first attempt to deliver the example event. */
function exampleMessage(resolution: Resolution): Message {
  const { additions, clock } = resolution
  const shown = examples.orderPaid as SeedEvent & { id: string; created: string }
  const { id, type } = shown
  const created = additions.timestamp(parseTimestamp(shown.created))
  const json = eventJson({ id, type, created, data: JSON.stringify(shown.data) }, resolution)
  const {
    id: webhookId,
    url,
    secret,
  } = examples.warehouseWithSecret as Record<'id' | 'url' | 'secret', string>
  const event = { id, mode: 'live' as const, type, created, json }
  const delivery = {
    id: 'dlv_1',
    token: 1,
    webhookId,
    url,
    secret,
    eventId: id,
    eventType: type,
    event,
    attempts: 0,
  }
  return createEnvelope(resolution)(delivery, clock.now())
}

/** OQ-12: the names of the headers of each scheme: those of the document, under the scheme's own prefix, or a single one. */
function signatureHeaders(
  { parameters = [] }: OperationObject,
  { signature }: CompleteDialect,
): ParameterObject[] {
  const { scheme, header: named } = signature
  const prefix = scheme === 'svix' ? 'svix' : 'webhook'
  if (scheme === 'standard-webhooks' || scheme === 'svix') {
    return parameters.map((one) => ({ ...one, required: true, name: one.name.replace(/^webhook/, prefix) }))
  }
  const hex = '5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd'
  const single: Record<typeof scheme, [name: string, description: string, example: string]> = {
    'timestamped-hex': [
      'x-event-signature',
      'Unix time in seconds and the HMAC-SHA256 of `time.body` in hex. The key is the whole secret.',
      `t=1763694000,v1=${hex}`,
    ],
    'body-hex': [
      'x-hub-signature-256',
      'The HMAC-SHA256 of the body in hex. The key is the whole secret.',
      `sha256=${hex}`,
    ],
    unknown: ['x-signature', 'A signature of a scheme that is not known.', signature.sample ?? hex],
  }
  const [name, description, example] = single[scheme]
  return [header(named ?? name, description, example, { type: 'string', minLength: 1 })]
}

const bodySchemas: Record<'event' | 'standard-webhooks', string> = {
  event: 'Event',
  'standard-webhooks': 'DeliveryPayload',
}

/** OQ-13: the body of a delivery in its encoding, with an example. */
function media({ body }: Message, { deliveryBody, deliveryEncoding }: CompleteDialect) {
  const inner =
    typeof deliveryBody === 'string' ? reference(bodySchemas[deliveryBody]) : templateSchema(deliveryBody)
  const asText = { type: 'string', contentMediaType: 'application/json' }
  const fields = {
    type: 'object',
    required: ['payload'],
    properties: { payload: { description: 'JSON.', ...asText } },
  }
  const surrounded = { type: 'string', description: 'A text that holds the JSON of the delivery.' }
  type Encoding = Extract<CompleteDialect['deliveryEncoding'], string>
  const encodings: Record<Encoding, [schema: JsonSchema, value: () => unknown]> = {
    json: [inner, () => JSON.parse(body) as unknown],
    'json-string': [asText, () => JSON.parse(body) as unknown],
    form: [fields, () => Object.fromEntries(new URLSearchParams(body))],
    empty: [{ type: 'string', maxLength: 0 }, () => body],
  }
  const [schema, value] =
    typeof deliveryEncoding === 'string' ? encodings[deliveryEncoding] : [surrounded, () => body]
  return { schema, examples: { orderPaid: { summary: 'The event', value: value() } } }
}

/** The schemas of the placeholders that stand for more than a text. */
const placeholders: Readonly<Record<string, JsonSchema>> = {
  event: reference('Event'),
  'event.data': { description: 'The payload of the event.' },
  attempt: { type: 'integer', minimum: 1 },
}

/** The schema of a delivery's template. */
function templateSchema(template: unknown): JsonSchema {
  if (typeof template === 'string') {
    const [, name] = /^\{([^{}]+)\}$/.exec(template) ?? []
    if (name === undefined && !template.includes('{')) return schemaOfConstant(template)
    return placeholders[name ?? ''] ?? { type: 'string' }
  }
  if (typeof template !== 'object' || template === null) return schemaOfConstant(template)
  if (Array.isArray(template))
    return { type: 'array', items: template.length > 0 ? templateSchema(template[0]) : {} }
  const properties = Object.entries(template).map(([name, value]) => [name, templateSchema(value)] as const)
  return {
    type: 'object',
    required: properties.map(([name]) => name),
    properties: Object.fromEntries(properties),
  }
}

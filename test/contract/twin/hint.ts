import type { Dialect } from '../../../generated/dialect'
import type { Exchange } from '../probes/exchanges/exchange'

/** The fields of a dialect that decide whether a situation is refused at all. */
const deciding: Readonly<Partial<Record<string, keyof Dialect>>> = {
  invalidLimit: 'invalidLimit',
  nonIntegerLimit: 'invalidLimit',
  overMaxLimit: 'overMaxLimit',
  invalidCursor: 'invalidCursor',
  emptyIdempotencyKey: 'emptyIdempotencyKey',
  idempotencyMismatch: 'idempotencyMismatch',
  invalidData: 'nonObjectData',
  unknownField: 'unknownFields',
  unknownParameter: 'unknownParameters',
  contentType: 'contentTypes',
  longType: 'maxTypeLength',
  longDescription: 'maxDescriptionLength',
  duplicateUrl: 'duplicateUrls',
  emptyEvents: 'emptyOrMixedEvents',
  duplicateEvents: 'emptyOrMixedEvents',
  mixedEvents: 'emptyOrMixedEvents',
  emptyType: 'emptyType',
  webhookHost: 'webhookHosts',
  testWebhook: 'testWebhooks',
  missingScope: 'missingScopeStatus',
  expiredKey: 'expiredKeyStatus',
}

/** The fields of a dialect that state a header. */
const ofHeaders: Readonly<Partial<Record<string, keyof Dialect>>> = {
  'www-authenticate': 'challenge',
  allow: 'allow',
  'retry-after': 'retryAfter',
}

/** The field of a dialect that could express a difference; `undefined` where none can. */
export function fieldFor(
  { situation, resource, name }: Exchange,
  where: string,
  isRefused: boolean,
): string | undefined {
  if (where === 'status') {
    if (situation !== undefined) return deciding[situation] ?? `errors.${situation}.status`
    return statusFields[name]
  }
  const header = /^header (.+)$/.exec(where)?.[1]
  if (header !== undefined)
    return ofHeaders[header] ?? (name === 'replay' ? 'replayHeader or headers' : 'headers')
  if (isRefused) {
    const part = /^body\.error\.(code|message|param)/.exec(where)?.[1]
    if (situation === undefined) return undefined
    if (part !== undefined) return `errors.${situation}.${part}`
    return where === 'body' ? `errors.${situation}.body` : 'extras.error'
  }
  if (where.endsWith('.created')) return 'timestamps'
  if (where === 'body.nextCursor') return 'lastPageCursor'
  if (where === 'body.description') return 'omittedDescription'
  if (where === 'body.data.length') return name === 'default-page' ? 'defaultPageSize' : undefined
  return resource === undefined ? undefined : `extras.${resource}`
}

/** The fields that state the status of a success. */
const statusFields: Readonly<Partial<Record<string, keyof Dialect>>> = {
  'create-event': 'createEventStatus',
  'create-with-key': 'createEventStatus',
  replay: 'replayEventStatus',
  'delete-webhook': 'deleteWebhookStatus',
  'delete-described-webhook': 'deleteWebhookStatus',
  'retrieve-event': 'operations',
  'list-webhooks': 'operations',
  'head-of-the-list': 'head',
  'options-of-the-list': 'options',
}

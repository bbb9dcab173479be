/** Points that the interface leaves to a deployment, each with the ways in which services decide it. */
interface Dimension {
  /** The rules whose checks have to cope with every one of the values. */
  behind: readonly string[]
  /** The ways, the plainest first: a failing service is made smaller by plainer choices. */
  values: readonly (string | number | boolean | null)[]
}

const errorBodies = ['envelope', 'empty', 'html', 'text', 'problem'] as const

/**
 * The choices of a legal service. Every service of the family has one value of each dimension, and no two dimensions depend
 * on each other but where `consistent` says so.
 */
export const dimensions = {
  // --- What stands in the lists before the run
  otherEvents: { behind: ['PG-6', 'PG-7'], values: [0, 7, 230] },
  otherWebhooks: { behind: ['WH-3', 'WD-4', 'WD-6'], values: [0, 3, 60] },

  // --- What other clients of the same account do meanwhile
  traffic: { behind: ['PG-6', 'PG-9', 'DL-2', 'EV-5'], values: ['none', 'others-create'] },

  // --- Access
  bearer: { behind: ['AU-1'], values: ['any-case', 'exact'] },
  accountKeys: { behind: ['AU-4', 'AU-7'], values: ['one-pair', 'several-of-each-kind'] },
  keyForm: { behind: ['AU-5', 'AU-6'], values: ['words', 'hex', 'long', 'short'] },
  challenge: { behind: ['AU-3', 'AU-4'], values: ['none', 'bearer', 'realm'] },
  unauthorizedBody: { behind: ['AU-3', 'AU-4'], values: errorBodies },
  plainHttp: { behind: ['AU-2'], values: ['no-answer', 'redirect', 400, 403, 426, 502] },
  missingScope: { behind: ['AU-11', 'AU-12', 'AU-13', 'AU-14'], values: [403, 401, 404, 400, 402, 405, 422] },
  forbiddenBody: { behind: ['AU-11', 'AU-12', 'AU-13', 'AU-14'], values: errorBodies },
  expiredKey: { behind: ['AU-15'], values: [401, 403, 400, 404, 410] },
  scopedKeys: {
    behind: ['AU-17'],
    values: ['offered', 'not-offered', 'refused', 'other-field', 'valid-after-2-s'],
  },
  keyEnd: { behind: ['AU-15'], values: ['exact', '2-s-late'] },
  testWebhooks: { behind: ['AU-7', 'AU-8'], values: ['accept', 403, 400, 404] },
  testDeliveries: { behind: ['DL-6', 'AU-7'], values: ['none', 'to-test-webhooks'] },
  rateLimit: {
    behind: ['LM-1', 'LM-2', 'LM-3'],
    values: ['none', 'bucket-10', 'window-10', 'bucket-100', 'shared-10', 'bursts-of-40'],
  },
  retryAfter: {
    behind: ['LM-1'],
    values: [
      'seconds',
      'http-date',
      'fraction',
      'iso-date',
      'with-unit',
      'milliseconds',
      'rounded-down',
      'unix-time',
    ],
  },
  limitedBody: { behind: ['LM-1'], values: errorBodies },

  // --- Answers
  json: { behind: ['GN-1', 'EV-10', 'DL-1'], values: ['compact', 'pretty', 'escaped', 'sorted'] },
  dateHeader: { behind: ['EV-9', 'WH-12'], values: ['present', 'absent'] },
  headersOfNew: { behind: ['EV-3', 'WH-1'], values: ['none', 'location', 'etag-and-cookie'] },
  answerType: {
    behind: ['GN-1'],
    values: [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/vnd.delivery.v1+json',
    ],
  },
  extras: { behind: ['PG-1', 'PG-8', 'WH-1', 'WH-10', 'EV-3'], values: ['none', 'texts', 'objects-and-ids'] },
  createStatus: { behind: ['EV-3', 'GN-2'], values: [201, 200, 202] },
  deleteStatus: { behind: ['WD-2', 'WD-6'], values: [200, 202, 299] },
  timestamps: {
    behind: ['EV-9', 'WH-12'],
    values: [
      'milliseconds',
      'seconds',
      'microseconds',
      'nanoseconds',
      'offset',
      'basic',
      'comma',
      'week',
      'ordinal',
      'without-zeros',
      'fraction-unless-zero',
    ],
  },
  clock: { behind: ['EV-9', 'WH-12', 'AU-15'], values: ['right', '2-min-ahead', '2-min-behind'] },
  ids: {
    behind: ['EV-7', 'EV-12', 'WH-8'],
    values: ['uuid', 'counter', 'ulid', 'long', 'digits', 'punctuated'],
  },
  param: { behind: ['ER-2', 'ER-3', 'WD-3', 'EV-2', 'WH-4'], values: ['named', 'null', 'absent', 'pointer'] },
  messages: { behind: ['ER-1', 'WH-2'], values: ['plain', 'unicode', 'long', 'shouting'] },
  unknownPathOrder: { behind: ['GN-3', 'AU-3'], values: ['path-first', 'key-first'] },
  unknownPath: { behind: ['GN-3', 'ER-4'], values: ['envelope', 'html', 'empty'] },
  wrongMethod: { behind: ['GN-2', 'ER-5'], values: ['405-with-allow', '405', '404', '400'] },
  head: { behind: ['ER-5'], values: ['refuse', 'answer'] },
  options: { behind: ['ER-5'], values: ['refuse', 'answer-204', 'answer-200'] },
  gateway: { behind: ['ER-5'], values: ['none', '502-before', '503-after', '504-html', '504-late', 'cut'] },
  // An outage of all requests, in milliseconds, and the wait that its answers name, in seconds.
  deploy: {
    behind: ['ER-5'],
    values: [
      'none',
      '2000',
      '5000',
      '10000',
      '2000-retry-after-1',
      '5000-retry-after-2',
      '10000-retry-after-10',
    ],
  },
  // The first of the requests that the gateway fails: each check has to meet such an accident somewhere.
  firstAccident: { behind: ['ER-5'], values: [200, 23, 47, 71, 97, 113, 131, 149, 167, 181] },
  answerLate: { behind: ['ER-5'], values: [0, 50, 1_100] },

  // --- Creating events
  contentType: { behind: ['ER-3', 'GN-1', 'WD-1'], values: ['any', 415, 400] },
  unknownFields: { behind: ['EV-3', 'EV-4'], values: ['ignore', 'reject'] },
  payloadLimit: {
    behind: ['EV-10', 'EV-8', 'DL-1', 'WH-9'],
    values: [1_048_576, 65_536, 4_096, 1_024, 4_194_304],
  },
  payloadRefusal: { behind: ['EV-10'], values: [413, 400, 422, 403] },
  fieldRefusal: { behind: ['EV-8', 'WH-9', 'EV-13'], values: [400, 422, 413] },
  typeLimit: { behind: ['EV-8', 'WH-9'], values: [null, 255, 128, 64] },
  emptyType: { behind: ['EV-8'], values: ['accept', 'reject'] },
  data: { behind: ['EV-6', 'EV-10'], values: ['objects', 'anything'] },
  idempotency: {
    behind: ['EV-1', 'EV-5', 'EV-11'],
    values: [
      'both',
      'header Idempotency-Key',
      'body idempotencyKey',
      'header X-Idempotency-Key',
      'body idempotency_key',
      'body dedupeKey',
      'header X-Only-Once',
    ],
  },
  idempotencyKeys: {
    behind: ['EV-13', 'EV-1'],
    values: ['any', 'uuid-only', 'at-most-64', 'at-most-255', 'letters-digits-dashes'],
  },
  emptyKey: { behind: ['EV-4', 'EV-13'], values: ['ignore', 'reject'] },
  mismatch: { behind: ['EV-5', 'EV-1'], values: ['original', 400, 409, 422] },
  replayStatus: { behind: ['EV-1', 'EV-5'], values: ['same', 200, 202] },
  replayHeader: { behind: ['EV-1'], values: ['none', 'Idempotency-Replayed', 'X-Cache'] },
  keyWindow: { behind: ['EV-11'], values: [24, 72] },

  // --- Lists
  defaultPageSize: { behind: ['PG-7', 'PG-3'], values: [20, 3, 37, 100] },
  unknownQuery: { behind: ['PG-7'], values: ['ignore', 'reject'] },
  overLimit: { behind: ['PG-3', 'PG-2'], values: ['reject', 'clamp', 'default'] },
  badLimit: { behind: ['PG-2', 'ER-5'], values: ['reject', 'default', 'clamp'] },
  badCursor: { behind: ['PG-5', 'ER-5'], values: [400, 'first-page', 'empty-page', 404, 410] },
  cursors: {
    behind: ['PG-5', 'PG-6'],
    values: ['stateless', 'bound-to-limit', 'bound-to-key', 'of-one-use', 'expiring', 'long', 'odd-letters'],
  },
  lastCursor: { behind: ['PG-4', 'PG-5'], values: ['null', 'absent', 'present'] },
  fullPages: { behind: ['PG-2', 'PG-4'], values: ['always', 'some-short', 'some-empty'] },
  order: { behind: ['PG-6'], values: ['newest-first', 'oldest-first', 'by-id'] },
  listLate: { behind: ['PG-6', 'EV-5', 'PG-8'], values: [0, 1_000, 5_000] },
  retention: { behind: ['PG-6', 'EV-5'], values: [null, 200] },
  retrieve: { behind: ['AU-11', 'ER-4'], values: ['offered', 404, 405] },

  // --- Webhooks
  webhookList: {
    behind: ['WH-3', 'WD-4', 'AU-13'],
    values: ['offered', 'not-offered', 'paged', 'with-hint', 'newest-first', 'brief'],
  },
  webhookListLate: { behind: ['WD-4', 'WH-3'], values: [0, 1_000] },
  shownTypes: { behind: ['WH-9', 'WH-6'], values: ['as-sent', 'sorted'] },
  shownUrl: { behind: ['WH-9', 'DL-4'], values: ['as-sent', 'normalized'] },
  omittedDescription: { behind: ['WH-7'], values: ['absent', 'null', 'empty'] },
  descriptionLimit: { behind: ['WH-7'], values: [null, 255, 64, 20] },
  urlLimit: { behind: ['WH-9', 'DL-4'], values: [null, 2_048, 255] },
  urlGuard: {
    behind: ['WH-1', 'WH-6', 'ER-3'],
    values: ['none', 'reserved', 'reserved-and-examples', 'usual-port'],
  },
  duplicateUrls: { behind: ['WH-1', 'WH-8', 'DL-1'], values: ['accept', 400, 409, 422] },
  typePatterns: { behind: ['DL-1', 'DL-2', 'WH-9'], values: ['literal', 'segment', 'prefix', 'refused'] },
  oddEvents: { behind: ['WH-5', 'WH-6'], values: ['accept', 'reject'] },
  webhookLimit: { behind: ['WH-1', 'DL-1', 'DL-3'], values: [null, 20, 5, 3] },
  secrets: { behind: ['WH-11', 'DL-5', 'WH-13'], values: ['base64', 'hex', 'url-safe', 'long'] },

  // --- Deliveries
  envelope: {
    behind: ['DL-1', 'DL-2', 'DL-3', 'DL-6', 'WD-5', 'WD-6'],
    values: [
      'event',
      'standard-webhooks',
      'event-created',
      'own-id',
      'own-id-flat',
      'json-string',
      'form',
      'list',
      'base64',
      'xml',
      'multipart',
      'thin',
      'headers-only',
      'type-in-header',
      'id-and-type-in-headers',
      'event-in-header',
      'query',
      'event-in-query',
      'base64-body',
      'nothing',
      'encrypted',
      'cloudevents-binary',
      'flat-form',
      'text-in-json',
      'json-api',
    ],
  },
  deliveryType: {
    behind: ['DL-1', 'DL-4'],
    values: ['usual', 'with-charset', 'cloudevents', 'text', 'absent'],
  },
  deliveryEncoding: {
    behind: ['DL-1', 'DL-5'],
    values: ['identity', 'gzip', 'deflate', 'br', 'gzip-unnamed'],
  },
  signature: {
    behind: ['DL-5'],
    values: [
      'standard-webhooks',
      'svix',
      'timestamped-hex',
      'body-hex',
      'ed25519',
      'url-hmac',
      'digest-hmac',
      'parts-hmac',
      'sha512',
      'base64url',
      'jwt',
      'rfc9421',
      'several-schemes',
      'several-values',
      'ed25519-plain',
      'in-body',
    ],
  },
  signedBytes: { behind: ['DL-5'], values: ['sent', 'decoded'] },
  besideSignature: { behind: ['DL-5'], values: ['nothing', 'static-token', 'fingerprint', 'tracing', 'all'] },
  deliveryLate: { behind: ['DL-1', 'DL-2', 'DL-6', 'WD-5'], values: [0, 1_000, 12_000] },
  retries: { behind: ['WD-5', 'DL-1'], values: ['none', 'fast', 'slow'] },
  failing: { behind: ['WD-5', 'DL-1'], values: ['keeps', 'disabled-after-3', 'disabled-after-1'] },
  // The answers of a receiver that is slow come when the service no longer waits, which then delivers again.
  receiverAnswers: { behind: ['DL-1', 'DL-5', 'WD-5'], values: ['in-time', 'some-too-late'] },
  duplicates: { behind: ['DL-1', 'EV-5'], values: ['never', 'sometimes'] },
  greeting: { behind: ['DL-2', 'DL-6'], values: ['none', 'ping', 'challenge'] },
} as const satisfies Record<string, Dimension>

export type DimensionName = keyof typeof dimensions

/** The choices of a service of the family: a value of each dimension. */
export type Choices = { [Name in DimensionName]: (typeof dimensions)[Name]['values'][number] }

/** The names of the dimensions, in a fixed order. */
export const dimensionNames = Object.keys(dimensions) as DimensionName[]

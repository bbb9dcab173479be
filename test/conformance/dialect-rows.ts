import { defaultDialect, type CompleteDialect } from '../../generated/dialect'

type Values = { [Field in keyof CompleteDialect]: readonly CompleteDialect[Field][] }

const values: Values = {
  idempotency: [
    { in: 'both' },
    { in: 'header', name: 'Idempotency-Key' },
    { in: 'body', name: 'idempotencyKey' },
    { in: 'header', name: 'X-Idempotency-Key' },
    { in: 'body', name: 'dedupe_key' },
  ],
  createEventStatus: [201, 200, 202],
  replayEventStatus: [200, 201, 202],
  deleteWebhookStatus: [200, 202],
  lastPageCursor: ['null', 'absent'],
  defaultPageSize: [20, 1, 50, 100],
  listOrder: ['oldest-first', 'newest-first'],
  overMaxLimit: ['clamp', 'reject'],
  retryAfter: ['seconds', 'http-date'],
  errorCodes: [
    defaultDialect.errorCodes,
    { ...defaultDialect.errorCodes, '401': 'no_key', '403': 'no_scope', '429': 'slow_down' },
  ],
  missingScopeStatus: [403, 401],
  expiredKeyStatus: [403, 401],
  signature: [
    { scheme: 'standard-webhooks' },
    { scheme: 'svix' },
    { scheme: 'timestamped-hex', header: 'x-event-signature' },
    { scheme: 'body-hex', header: 'acme-signature' },
  ],
  deliveryBody: ['event', 'standard-webhooks'],
  idempotencyMismatch: ['409', 'original', '422'],
  unknownFields: ['reject', 'ignore'],
  nonObjectData: ['accept', 'reject'],
  emptyOrMixedEvents: ['accept', 'reject'],
  omittedDescription: ['null', 'absent'],
  maxPayloadBytes: [65_536, 262_144, 99_999],
  operations: [
    { retrieveEvent: 'GET /v1/events/{id}', listWebhooks: 'GET /v1/webhooks', createKey: 'POST /v1/keys' },
    { retrieveEvent: 'GET /v1/event/{id}', listWebhooks: 'GET /v1/hooks', createKey: 'POST /v1/scoped' },
    { retrieveEvent: null, listWebhooks: null, createKey: null },
  ],
}

/** Whole dialects, each far from its neighbours. Every value of every field stands in at least one. */
export const dialectRows: readonly CompleteDialect[] = Array.from({ length: 10 }, (_, row) => {
  const chosen = Object.entries(values).map(([field, all], place) => {
    const list = all as readonly unknown[]
    // Fields of two values turn at different paces, so that they meet in all combinations.
    const turn = list.length === 2 ? row >> (place % 3) : row
    return [field, list[(turn + place) % list.length]]
  })
  return Object.fromEntries(chosen) as CompleteDialect
})

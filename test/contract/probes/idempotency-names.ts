import type { IdempotencyPlace } from '../engine/options'

/** The default places of OQ-01. */
export const usualPlaces: readonly IdempotencyPlace[] = [
  { in: 'header', name: 'Idempotency-Key' },
  { in: 'body', name: 'idempotencyKey' },
]

/** Headers that services of the field use, in the order in which they are tried. */
export const otherHeaders: readonly IdempotencyPlace[] = [
  'X-Idempotency-Key',
  'Idempotence-Key',
  'Idempotency-Token',
  'X-Idempotency-Token',
  'X-Idempotence-Key',
  'Idempotent-Key',
  'Idempotency',
  'X-Idempotency',
  'Idempotency-Id',
  'Request-Id',
  'X-Request-Id',
  'X-Request-Key',
  'Request-Key',
  'Client-Token',
  'X-Client-Token',
  'Repeatability-Request-ID',
  'Deduplication-Id',
  'X-Deduplication-Id',
  'Dedupe-Key',
  'X-Dedupe-Key',
].map((name) => ({ in: 'header', name }))

/** Fields of the body that services of the field use, in the order in which they are tried. */
export const otherFields: readonly IdempotencyPlace[] = [
  'idempotency_key',
  'idempotenceKey',
  'idempotence_key',
  'idempotentKey',
  'idempotencyToken',
  'idempotency_token',
  'idempotency-key',
  'idempotency',
  'idempotencyId',
  'idempotency_id',
  'key',
  'requestId',
  'request_id',
  'requestKey',
  'clientToken',
  'client_token',
  'clientRequestId',
  'uniqueKey',
  'unique_key',
  'dedupeKey',
  'dedupe_key',
  'dedupId',
  'deduplicationId',
  'deduplication_id',
  'deduplicationKey',
  'eventKey',
  'externalId',
].map((name) => ({ in: 'body', name }))

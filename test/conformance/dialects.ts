import type { Dialect } from '../../generated/dialect'
import type { RunOptions } from '@event-delivery/conformance'

/** A legal dialect, and what the suite is to see of it. */
export interface DialectCase {
  dialect: Dialect
  /** What is seen where that is another thing than what is played, and why. */
  seen?: Dialect
  because?: string
  options?: RunOptions
}

/** Every value of every field alone, or enough of them where there is no end of them. */
export const dialectCases: readonly DialectCase[] = [
  { dialect: { idempotency: { in: 'both' } } },
  { dialect: { idempotency: { in: 'header', name: 'Idempotency-Key' } } },
  { dialect: { idempotency: { in: 'body', name: 'idempotencyKey' } } },
  { dialect: { idempotency: { in: 'header', name: 'X-Idempotency-Key' } } },
  { dialect: { idempotency: { in: 'header', name: 'X-Request-Id' } } },
  { dialect: { idempotency: { in: 'body', name: 'idempotency_key' } } },
  { dialect: { idempotency: { in: 'body', name: 'key' } } },
  {
    dialect: { idempotency: { in: 'body', name: 'onlyOnce' } },
    options: { idempotency: { in: 'body', name: 'onlyOnce' } },
  },
  {
    dialect: { idempotency: { in: 'header', name: 'X-Only-Once' } },
    options: { idempotency: { in: 'header', name: 'X-Only-Once' } },
  },
  ...[200, 201, 202, 203, 207, 226].map((status) => ({ dialect: { createEventStatus: status } })),
  ...[200, 201, 202, 208].map((status) => ({ dialect: { replayEventStatus: status } })),
  ...[200, 201, 202, 203].map((status) => ({ dialect: { deleteWebhookStatus: status } })),
  { dialect: { lastPageCursor: 'null' } },
  { dialect: { lastPageCursor: 'absent' } },
  ...[1, 2, 10, 25, 50, 99, 100].map((size) => ({ dialect: { defaultPageSize: size } })),
  { dialect: { listOrder: 'newest-first' } },
  { dialect: { listOrder: 'oldest-first' } },
  { dialect: { overMaxLimit: 'reject' } },
  { dialect: { overMaxLimit: 'clamp' } },
  { dialect: { errorCodes: { '401': 'invalid_api_key', '403': 'forbidden' } } },
  { dialect: { errorCodes: { '429': 'slow_down' } }, options: { plan: 10 } },
  { dialect: { missingScopeStatus: 401 } },
  { dialect: { missingScopeStatus: 403 } },
  { dialect: { expiredKeyStatus: 401 } },
  { dialect: { expiredKeyStatus: 403 } },
  { dialect: { retryAfter: 'seconds' }, options: { plan: 10 } },
  { dialect: { retryAfter: 'http-date' }, options: { plan: 10 } },
  { dialect: { signature: { scheme: 'standard-webhooks' } } },
  { dialect: { signature: { scheme: 'svix' } } },
  {
    dialect: { signature: { scheme: 'timestamped-hex' } },
    seen: { signature: { scheme: 'timestamped-hex', header: 'x-event-signature' } },
    because: 'the header is always seen',
  },
  { dialect: { signature: { scheme: 'timestamped-hex', header: 'acme-signature' } } },
  {
    dialect: { signature: { scheme: 'body-hex' } },
    seen: { signature: { scheme: 'body-hex', header: 'x-hub-signature-256' } },
    because: 'the header is always seen',
  },
  { dialect: { signature: { scheme: 'body-hex', header: 'acme-signature' } } },
  { dialect: { deliveryBody: 'event' } },
  { dialect: { deliveryBody: 'standard-webhooks' } },
  { dialect: { idempotencyMismatch: 'original' } },
  { dialect: { idempotencyMismatch: '409' } },
  { dialect: { idempotencyMismatch: '422' } },
  { dialect: { unknownFields: 'ignore' } },
  { dialect: { unknownFields: 'reject' } },
  { dialect: { nonObjectData: 'accept' } },
  { dialect: { nonObjectData: 'reject' } },
  { dialect: { emptyOrMixedEvents: 'accept' } },
  { dialect: { emptyOrMixedEvents: 'reject' } },
  { dialect: { omittedDescription: 'absent' } },
  { dialect: { omittedDescription: 'null' } },
  ...[32_768, 65_536, 77_777, 262_144].map((bytes) => ({ dialect: { maxPayloadBytes: bytes } })),
  { dialect: { operations: { retrieveEvent: null } } },
  { dialect: { operations: { listWebhooks: null } } },
  { dialect: { operations: { createKey: null } } },
  { dialect: { operations: { retrieveEvent: null, listWebhooks: null, createKey: null } } },
  {
    dialect: { operations: { retrieveEvent: 'GET /v1/event/{id}' } },
    seen: { operations: { retrieveEvent: null } },
    because: 'another path cannot be found',
  },
  ...[
    { in: 'header', name: 'Idempotency-Key' } as const,
    { in: 'body', name: 'idempotencyKey' } as const,
    { in: 'body', name: 'dedupeKey' } as const,
    { in: 'header', name: 'X-Idempotency-Key' } as const,
  ].map((idempotency) => ({ dialect: { unknownFields: 'reject', idempotency } }) as const),
]

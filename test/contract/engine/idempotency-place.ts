/**
 * The place of the idempotency key, for a name that probing does not find.
 *
 * @example
 * const idempotency: IdempotencyPlace = { in: 'header', name: 'X-Request-Key' }
 */
export type IdempotencyPlace = { in: 'header' | 'body'; name: string }

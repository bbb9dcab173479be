/**
 * A failure that its owner knows of, by check or by rule, and why and how long it may stay.
 *
 * @example
 * const baseline: KnownFailure[] = [{ check: 'delete-webhook-twice', reason: 'ticket 12', until: '2026-12-31' }]
 */
export interface KnownFailure {
  check?: string
  rule?: string
  reason: string
  /** The last day, as 2026-12-31. */
  until: string
}

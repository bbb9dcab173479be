import type { OperationId } from '../../generated/operations'

/**
 * What can go wrong with a request: another `status`, mere `latency`, a connection that is reset before anything
 * happened or `reset-after-commit`, a body that ends half way, a page of HTML as a proxy sends it.
 */
export type RequestFaultKind = 'status' | 'latency' | 'reset' | 'reset-after-commit' | 'truncated' | 'html'

/**
 * What can go wrong with a delivery: `slow` sends it late, `reordered` after the next one to the same webhook.
 */
export type DeliveryFaultKind = 'wrong-signature' | 'stale-timestamp' | 'duplicate' | 'reordered' | 'slow'

/**
 * A fault to inject, from now on.
 *
 * @example
 * backend.faults.add({ kind: 'status', status: 503, retryAfter: 2, operation: 'createEvent', probability: 0.2, seed: 7 })
 */
export interface Fault {
  kind: RequestFaultKind | DeliveryFaultKind
  /** The operation whose requests it strikes. All unless given. No part of a delivery's fault. */
  operation?: OperationId
  /** Status of the answer. 503 for `status` and 502 for `html` unless given. */
  status?: number
  /** `Retry-After` of the answer, in seconds; the dialect says in what form it is written. None unless given. */
  retryAfter?: number
  /** Milliseconds of the backend's clock to wait first. `reordered` waits for the next delivery, this long at most. */
  latency?: number
  /** From 0 to 1. 1 unless given. */
  probability?: number
  /** How often it strikes before it is spent. Without end unless given. */
  times?: number
  /** Makes the draws repeat themselves: an integer from 0 to 2^32 - 1. By chance unless given. */
  seed?: number
  /** Number of the first draw, to begin in the middle of a series. 1 unless given. */
  draw?: number
}

/** A fault that is in force, and what became of it so far. */
export interface ActiveFault extends Fault {
  id: string
  probability: number
  seed: number
  /** Number of the next draw. */
  draw: number
  /** How often it struck. */
  hits: number
}

export const requestFaultKinds: readonly RequestFaultKind[] = [
  'status',
  'latency',
  'reset',
  'reset-after-commit',
  'truncated',
  'html',
]

export const deliveryFaultKinds: readonly DeliveryFaultKind[] = [
  'wrong-signature',
  'stale-timestamp',
  'duplicate',
  'reordered',
  'slow',
]

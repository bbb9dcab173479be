import type { OperationId } from '../../generated/operations'

/** The kinds of faults that affect requests. */
export const requestFaultKinds = [
  'status',
  'latency',
  'latency-after-commit',
  'reset',
  'reset-after-commit',
  'truncated',
  'html',
] as const

/** The kinds of faults that affect deliveries. */
export const deliveryFaultKinds = [
  'wrong-signature',
  'stale-timestamp',
  'duplicate',
  'reordered',
  'slow',
  'status',
  'timeout',
  'connection-refused',
] as const

/**
 * The kind of a fault that affects requests. `status` answers with another status. `latency` delays the request before the
 * operation is performed, and `latency-after-commit` its answer afterwards. `reset` closes the connection before the operation
 * is performed, and `reset-after-commit` afterwards. `truncated` ends the body half way, and `html` answers with a page as a
 * proxy sends it.
 */
export type RequestFaultKind = (typeof requestFaultKinds)[number]

/**
 * The kind of a fault that affects deliveries. `slow` sends late, `reordered` after the next delivery to the same webhook.
 * `status`, `timeout` and `connection-refused` send nothing: the attempt ends as if the receiver had answered with a status,
 * had not answered in time, or did not listen. `status` affects deliveries where the fault names a `webhook`.
 */
export type DeliveryFaultKind = (typeof deliveryFaultKinds)[number]

/**
 * A fault to inject, from now on.
 *
 * @example
 * backend.faults.add({ kind: 'status', status: 503, retryAfter: 2, operation: 'createEvent', probability: 0.2, seed: 7 })
 */
export interface Fault {
  /** `status` affects requests, and where the fault names a `webhook` deliveries. */
  kind: RequestFaultKind | DeliveryFaultKind
  /** The operation whose requests it affects. All operations unless given. Faults of deliveries have none. */
  operation?: OperationId
  /** The id of the webhook whose deliveries it affects, `*` for all of them. All unless given. Faults of requests have none. */
  webhook?: string
  /** Status of the answer. 503 for `status` and 502 for `html` unless given. */
  status?: number
  /** `Retry-After` of the answer, in seconds; the dialect decides how it is written. None unless given. */
  retryAfter?: number
  /**
   * Milliseconds of the backend's clock to wait first. `latency` and `latency-after-commit` need it. Unless given, 10,000 for `slow`, 1,000 for
   * `reordered`, which waits no longer for the next delivery, and none for other kinds.
   */
  latency?: number
  /** From 0 to 1. 1 unless given. */
  probability?: number
  /** How many requests or deliveries the fault affects before it is spent. Without end unless given. */
  times?: number
  /** Makes the draws repeatable: an integer from 0 to 2^32 - 1. Random unless given. */
  seed?: number
  /**
   * Number of the first draw. With the same seed, a fault that begins at draw 5 goes through the same draws as the earlier one did from its fifth. 1
   * unless given.
   */
  draw?: number
}

/** A fault in force, with its state. */
export interface ActiveFault extends Fault {
  /** Names the fault in `remove` and in the control API. */
  id: string
  probability: number
  seed: number
  /** Number of the next draw. */
  draw: number
  /** How many requests or deliveries the fault has affected. */
  hits: number
}

/**
 * A fault that is wrong. The message names the field and the nearest right value.
 *
 * @example
 * try {
 *   backend.faults.add(JSON.parse(text) as Fault)
 * } catch (error) {
 *   if (error instanceof FaultError) console.error(error.message)
 * }
 */
export class FaultError extends TypeError {
  override readonly name: string = 'FaultError'
  /** The wrong field, absent when it is none in particular. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

/** A hundred faults are in force already: no further one can be added before one of them is removed. */
export class TooManyFaultsError extends FaultError {
  override readonly name = 'TooManyFaultsError'
}

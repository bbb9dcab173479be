import { deliveryFaultKinds, requestFaultKinds, type Fault } from './fault'

const longestLatency = 24 * 60 * 60 * 1_000

/** The fields of a fault that are numbers: the least and the largest value, and whether it must be an integer. */
export const faultNumbers: Readonly<
  Record<string, readonly [least: number, largest: number, integer: boolean]>
> = {
  status: [200, 599, true],
  retryAfter: [0, 1e9, true],
  latency: [0, longestLatency, false],
  probability: [0, 1, false],
  times: [1, 1e9, true],
  seed: [0, 2 ** 32 - 1, true],
  draw: [1, 2 ** 32, true],
}

/** The kinds that give a field its meaning. For any other kind the field would change nothing, so it is refused. */
export const kindsWith: Record<
  'operation' | 'webhook' | 'status' | 'retryAfter' | 'latency',
  readonly Fault['kind'][]
> = {
  operation: requestFaultKinds,
  webhook: deliveryFaultKinds,
  status: ['status', 'html'],
  retryAfter: ['status', 'html'],
  latency: [...requestFaultKinds, 'reordered', 'slow'],
}

import type { DeliveryAttempt } from '../deliveries/attempt'
import { DeliveryExpectationError } from '../deliveries/idle'
import {
  checkExpected,
  explainUnmet,
  judgeDeliveries,
  type DeliverySource,
  type ExpectedDelivery,
} from './delivery-verdict'

/**
 * Waits until no delivery is under way and none is due. Retries that are due later do not count: advance the clock for
 * them. Rejects with a `DeliveryExpectationError` when that takes longer than `timeout` milliseconds of real time, 3,000 unless given.
 *
 * @example
 * await waitForIdle(backend)
 */
export function waitForIdle(backend: DeliverySource, options: { timeout?: number } = {}): Promise<void> {
  return backend.waitForIdle(options)
}

/**
 * Waits for deliveries under way and returns those that succeeded and are as expected, oldest first. Rejects with a
 * `DeliveryExpectationError` that lists what was delivered instead, and with a `TypeError` for what is no expected delivery.
 *
 * @example
 * const [delivery] = await expectDelivered(backend, { type: 'order.paid', data: { order: 1042 } })
 */
export async function expectDelivered(
  backend: DeliverySource,
  expected: ExpectedDelivery = {},
): Promise<DeliveryAttempt[]> {
  checkExpected(expected)
  await waitForIdle(backend, { timeout: expected.timeout })
  const verdict = await judgeDeliveries(backend, expected)
  if (verdict.isMet) return verdict.found
  throw new DeliveryExpectationError(await explainUnmet(backend, expected, verdict))
}

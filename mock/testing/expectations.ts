import type { DeliveryAttempt } from '../deliveries/attempt'
import {
  explainUnmet,
  judgeDeliveries,
  withList,
  type DeliverySource,
  type ExpectedDelivery,
} from './delivery-verdict'

/**
 * The expected delivery was not made. The message lists the deliveries that were made instead.
 *
 * @example
 * await expectDelivered(backend, { type: 'order.paid' }).catch((error: unknown) => {
 *   if (error instanceof DeliveryExpectationError) console.error(error.message)
 * })
 */
export class DeliveryExpectationError extends Error {
  override readonly name = 'DeliveryExpectationError'
}

/**
 * Waits until no delivery is under way and none is due. Retries that are due later do not count: advance the clock for
 * them. Rejects with a `DeliveryExpectationError` when that takes longer than `timeout` milliseconds of real time, 5,000 unless given.
 *
 * @example
 * await waitForIdle(backend)
 */
export async function waitForIdle(
  backend: DeliverySource,
  { timeout = 5_000 }: { timeout?: number } = {},
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeout)
  })
  const first = await Promise.race([backend.waitForIdle({ timeout }), late]).finally(() =>
    clearTimeout(timer),
  )
  if (first !== 'late') return
  throw stillUnderWay(timeout, await backend.deliveries())
}

/** The error of a wait that took too long, with the last deliveries that ended. */
export function stillUnderWay(
  timeout: number,
  ended: readonly DeliveryAttempt[] = [],
): DeliveryExpectationError {
  const message = `Deliveries are still under way after ${timeout} ms: a receiver does not answer.`
  return new DeliveryExpectationError(withList(message, 'The last that ended', ended.slice(-5)))
}

/**
 * Waits for deliveries under way and returns those that succeeded and are as expected, oldest first. Rejects with a
 * `DeliveryExpectationError` that lists what was delivered instead.
 *
 * @example
 * const [delivery] = await expectDelivered(backend, { type: 'order.paid', data: { order: 1042 } })
 */
export async function expectDelivered(
  backend: DeliverySource,
  expected: ExpectedDelivery = {},
): Promise<DeliveryAttempt[]> {
  await waitForIdle(backend, { timeout: expected.timeout })
  const verdict = await judgeDeliveries(backend, expected)
  if (verdict.isMet) return verdict.found
  throw new DeliveryExpectationError(await explainUnmet(backend, expected, verdict))
}

import {
  checkExpected,
  explainMet,
  explainUnmet,
  judgeDeliveries,
  type DeliverySource,
  type ExpectedDelivery,
} from './delivery-verdict'
import { waitForIdle } from './expectations'

/** The outcome of a matcher, as `expect.extend` of Vitest and Jest takes it. */
export interface MatcherOutcome {
  pass: boolean
  /** Lists what was delivered. A test runner shows it where the expectation fails. */
  message(): string
}

/**
 * Waits for deliveries under way, and passes when one succeeded that is as expected. Its message lists what was delivered
 * instead. Rejects with a `DeliveryExpectationError`, also behind `.not`, when a receiver does not answer in time, and with a
 * `TypeError` when it is given something else than a backend, or what is no expected delivery.
 */
async function toHaveDelivered(received: unknown, expected: ExpectedDelivery = {}): Promise<MatcherOutcome> {
  const source = asDeliverySource(received)
  checkExpected(expected)
  await waitForIdle(source, { timeout: expected.timeout })
  const verdict = await judgeDeliveries(source, expected)
  const message = verdict.isMet
    ? explainMet(expected, verdict)
    : await explainUnmet(source, expected, verdict)
  return { pass: verdict.isMet, message: () => message }
}

/** The value, checked to be a mock whose deliveries can be judged. Throws a `TypeError` that says what is wanted. */
export function asDeliverySource(value: unknown): DeliverySource {
  const { deliveries, waitForIdle } = (value ?? {}) as Partial<Record<string, unknown>>
  if (typeof deliveries === 'function' && typeof waitForIdle === 'function') return value as DeliverySource
  throw new TypeError('toHaveDelivered judges a backend: write `await expect(backend).toHaveDelivered(...)`.')
}

/**
 * The matchers for a test runner whose `expect` is like Jest's.
 *
 * @example
 * expect.extend(matchers)
 * await expect(backend).toHaveDelivered({ type: 'order.paid', to: 'https://shop.example/hooks' })
 */
export const matchers = { toHaveDelivered }

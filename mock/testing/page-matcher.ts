import { asDeliverySource, type MatcherOutcome } from './delivered-matcher'
import {
  checkExpected,
  explainMet,
  explainUnmet,
  judgeDeliveries,
  type ExpectedDelivery,
} from './delivery-verdict'

const pollInterval = 50

/** The part of the state of Playwright's matchers that this one reads. */
export interface PageMatcherState {
  isNot: boolean
  /** Milliseconds that the configuration gives an expectation. */
  timeout: number
}

/**
 * Passes as soon as a delivery succeeded that is as expected. It goes on looking until its time is over, because a page
 * acts later than the test that clicked on it. Behind `.not` it waits for the deliveries under way, and looks once.
 */
export async function toHaveDeliveredInTime(
  this: PageMatcherState,
  received: unknown,
  expected: ExpectedDelivery = {},
): Promise<MatcherOutcome> {
  const source = asDeliverySource(received)
  checkExpected(expected)
  const { timeout = this.timeout } = expected
  const end = Date.now() + timeout
  if (this.isNot) await source.waitForIdle({ timeout })
  for (;;) {
    const verdict = await judgeDeliveries(source, expected)
    if (verdict.isMet) return { pass: true, message: () => explainMet(expected, verdict) }
    if (this.isNot || Date.now() >= end) {
      const message = await explainUnmet(source, expected, verdict)
      return { pass: false, message: () => message }
    }
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
}

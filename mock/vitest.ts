/** @module @event-delivery/mock/vitest */
export { createTest, test, type MockFixtures } from './testing/vitest'
export { matchers, type MatcherOutcome } from './testing/delivered-matcher'
export type { ExpectedDelivery } from './testing/delivery-verdict'

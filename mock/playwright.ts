/** @module @event-delivery/mock/playwright */
export { expect, test, type PlaywrightMockFixtures } from './testing/playwright'
export type { RemoteMock } from './testing/remote-mock'
export type { MatcherOutcome } from './testing/delivered-matcher'
export type { ExpectedDelivery } from './testing/delivery-verdict'

/** @module @event-delivery/mock/matchers */
export { matchers, type MatcherOutcome } from './testing/delivered-matcher'
export type { DeliverySource, ExpectedDelivery } from './testing/delivery-verdict'

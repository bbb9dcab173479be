/** @module @event-delivery/mock/testing */
export { testStore, type StoreTestOptions } from './testing/store-contract'

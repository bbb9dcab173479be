/** @module @event-delivery/sdk/testing */
export { type DedupeStoreTestOptions, testDedupeStore } from './testing/dedupe-store'
export { type FakeClock, type FakeClockOptions, createFakeClock } from './testing/fake-clock'
export {
  type RecordedRequest,
  type ScriptedFetch,
  type Step,
  answer,
  hang,
  rateLimit,
  refuse,
  refuseConnection,
  reset,
  scriptedFetch,
  truncate,
} from './testing/scripted-fetch'
export { type SignedRequestOptions, signedRequest } from './testing/signed-request'

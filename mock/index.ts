export { createBackend, type Backend, type BackendOptions } from './backend'
export { createClock, type Clock, type ClockOptions, type ControllableClock } from './settings/clock'
export { createInbox, DeliveryEvent, type Inbox } from './faces/browser/inbox'
export type { DeliveryAttempt } from './deliveries/attempt'
export { createForwards, type ActiveForward, type Forward, type Forwards } from './deliveries/forwards'
export { DialectError, resolveDialect } from './settings/dialect'
export {
  FaultError,
  type ActiveFault,
  type DeliveryFaultKind,
  type Fault,
  type RequestFaultKind,
} from './faults/fault'
export type { Answer } from './http/answer'
export type { Peer } from './http/arrival'
export type { BodyReader } from './http/request-body'
export { createIds, type IdKind, type IdSource } from './settings/identifiers'
export { builtInKeys, type KeyInput } from './access/keys'
export {
  DeliveryExpectationError,
  expectDelivered,
  waitForIdle,
  type ExpectedDelivery,
} from './testing/expectations'
export type { RequestEntry } from './journal/entry'
export type { DeliveryEntry, JournalEntry } from './journal/journal'
export type { NoticeCode, NoticeEntry } from './journal/notice'
export type { RefusedRequest } from './journal/refused-request'
export type { Logger } from './settings/logger'
export type { Plan } from './settings/plan'
export { createRandom, createSeededRandom, type Random } from './settings/random'
export {
  SeedError,
  type Seed,
  type SeedDelivery,
  type SeedEvent,
  type SeedKey,
  type SeedWebhook,
} from './state/seed'
export type { Snapshot } from './state/snapshot'
export type { Limits } from './settings/settings'
export { createMemoryStore, type MemoryStoreOptions } from './store/memory-store'
export type {
  Claim,
  ClaimedDelivery,
  IdempotencyRecord,
  Ingestion,
  IngestResult,
  Mode,
  PageQuery,
  PendingDelivery,
  Slice,
  Store,
  StoredEvent,
  StoredKey,
  StoredWebhook,
} from './store/store'
export { defaultDialect, type CompleteDialect, type Dialect } from '../generated/dialect'

export { createBackend, type Backend, type BackendOptions } from './backend'
export { createClock, type Clock, type ClockOptions, type ControllableClock } from './clock'
export { createInbox, DeliveryEvent, type Inbox } from './browser/inbox'
export type { DeliveryAttempt } from './deliveries/delivery-attempt'
export { createForwards, type ActiveForward, type Forward, type Forwards } from './deliveries/forwards'
export { DialectError, resolveDialect } from './dialect'
export type { ActiveFault, DeliveryFaultKind, Fault, RequestFaultKind } from './faults/fault'
export type { Answer } from './http/answer'
export type { BodyReader } from './http/request-body'
export { createIds, type IdKind, type IdSource } from './identifiers'
export { builtInKeys, type KeyInput } from './keys'
export { DeliveryExpectationError, expectDelivered, waitForIdle, type ExpectedDelivery } from './expectations'
export type { RequestEntry } from './journal/entry'
export type { JournalEntry } from './journal/record'
export type { Logger } from './logger'
export type { Plan } from './plan'
export { createRandom, createSeededRandom, type Random } from './random'
export {
  SeedError,
  type Seed,
  type SeedDelivery,
  type SeedEvent,
  type SeedKey,
  type SeedWebhook,
} from './seeding/seed'
export type { Snapshot } from './seeding/snapshot'
export type { Limits } from './settings'
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

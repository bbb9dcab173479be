/** @module @event-delivery/mock */
export { createBackend, type Backend } from './backend'
export type { BackendOptions } from './backend-options'
export type { Advance, Clock, ControllableClock } from './settings/clock'
export { type ClockOptions, createClock } from './settings/movable-clock'
export { createInbox, DeliveryEvent, type DeliveryAnswer, type Inbox } from './faces/browser/inbox'
export type { DeliveryAttempt, ReceiverAnswer } from './deliveries/attempt'
export { createForwards, type ActiveForward, type Forward, type Forwards } from './deliveries/forwards'
export { openApiDocument } from './document/document'
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
export { builtInKeys, randomKeys, type KeyInput } from './access/keys'
export type { DeliverySource, ExpectedDelivery } from './testing/delivery-verdict'
export { DeliveryExpectationError } from './deliveries/idle'
export { expectDelivered, waitForIdle } from './testing/expectations'
export type { RequestEntry } from './journal/entry'
export type { DeliveryEntry } from './journal/delivery-entry'
export type { EntryOutline, JournalEntry } from './journal/journal'
export type { NoticeCode, NoticeEntry } from './journal/notice'
export type { RefusedRequest } from './journal/refused-request'
export type { Logger } from './settings/logger'
export type { Plan } from './settings/plan'
export {
  createIds,
  createRandom,
  createSeededRandom,
  type IdKind,
  type IdSource,
  type Random,
} from './settings/random'
export {
  SeedError,
  type Seed,
  type SeedDelivery,
  type SeedEvent,
  type SeedKey,
  type SeedWebhook,
} from './state/seed'
export type { Snapshot } from './state/snapshot'
export type { Memory, MemoryConsumer } from './settings/memory'
export type {
  DeliveryMeasure,
  EndpointMeasure,
  Metrics,
  RequestMeasure,
  StoreMeasure,
} from './settings/metrics'
export type { Role } from './settings/role'
export type { Limits } from './settings/settings'
export { createMemoryStore, type MemoryStoreOptions } from './store/memory-store'
export {
  StoreFullError,
  StoreLoginError,
  StoreMismatchError,
  StoreUnavailableError,
} from './store/store-errors'
export type {
  IdempotencyRecord,
  KeptRecord,
  Mode,
  PageQuery,
  PendingDelivery,
  Slice,
  StoreContent,
  StoredEvent,
  StoredKey,
  StoredWebhook,
} from './store/records'
export type { EndedAttempt, StoredAttempt } from './store/attempts'
export type { Claim, ClaimedDelivery } from './store/claims'
export type { Sharing, StoreChange } from './store/sharing'
export type { Ingestion, IngestResult, Opening, Store } from './store/store'
export { defaultDialect, type CompleteDialect, type Dialect } from '../generated/dialect'
export type {
  ExampleObject,
  HeaderObject,
  JsonSchema,
  MediaObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ResponseObject,
} from '../openapi/model'

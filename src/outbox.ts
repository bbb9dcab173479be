/** @module @event-delivery/sdk/outbox */
export type { AnyCatalog } from './catalog/event'
export { EventDeliveryError, isEventDeliveryError } from './errors/base'
export type {
  ActOptions,
  ActResult,
  AddedRow,
  HoldOptions,
  ListedRow,
  MigrateOptions,
  OutboxInput,
  OutboxOptions,
  OutboxRow,
  OutboxStatus,
  ParkAllOptions,
  ParkedOptions,
  ParkedRow,
  RelayOptions,
  RelayPause,
  RelayResumption,
  RetryAllOptions,
  RetryOptions,
  RowFilter,
  RowsOptions,
  RowState,
  RowTracing,
  SentRow,
} from './outbox/options'
export { type Outbox, createOutbox } from './outbox/outbox'
export { OutboxError, type OutboxErrorCode } from './outbox/outbox-error'
export type { Notification, PoolConnection, PostgresPool, Queryable } from './postgres/connection'
export type { MigrationResult } from './postgres/migrate'

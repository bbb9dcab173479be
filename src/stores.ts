/** @module @event-delivery/sdk/stores */
export { OutboxError, type OutboxErrorCode } from './outbox/outbox-error'
export type { ActOptions, ActResult, ParkAllOptions, ParkedOptions } from './outbox/options'
export type { MigrationResult } from './postgres/migrate'
export type { PoolConnection, PostgresPool, Queryable } from './postgres/connection'
export {
  type IsolationLevel,
  postgresInbox,
  type PostgresInbox,
  type PostgresInboxOptions,
} from './stores/postgres-inbox'
export type {
  DeliveriesOptions,
  DeliveryFilter,
  DeliveryState,
  InboxStatus,
  ListedDelivery,
  ParkedDelivery,
} from './stores/postgres/kept-rows'
export type { HandledDelivery, WorkContext, WorkHandlers, WorkOptions } from './stores/postgres/work'
export { redisInbox, type RedisInboxOptions } from './stores/redis-inbox'
export type { IoredisClient, NodeRedisClient, RedisClient, ScriptInput } from './stores/redis/client'
export { type PostgresSharedRate, sharedRate, type SharedRateOptions } from './stores/shared-rate'
export type { PaceTerms, SharedRate } from './transport/pace'

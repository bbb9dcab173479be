export type { MigrationResult } from './postgres/migrate'
export type { Notification, PoolConnection, PostgresPool, Queryable } from './postgres/connection'

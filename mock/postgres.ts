/** @module @event-delivery/mock/postgres */
export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './store/embedded/start-embedded'
export type { DriverClient, DriverQuery, PostgresPool } from './store/postgres/driver'
export { migrateStore, type MigrationResult } from './store/postgres/migrate'
export { createPostgresStore, type PostgresStore } from './store/postgres/postgres-store'
export { recoverStore, type Recovery } from './store/postgres/recover'
export type { PostgresStoreOptions } from './store/postgres/settings'
export { storeStatus, type StoreStatus } from './store/postgres/status'

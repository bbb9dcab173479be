import { StoreMismatchError } from '../store-errors'
import { type Session, statements } from './database'
import { migrations } from './migrations'
import { onDatabase } from './one-off'
import type { PostgresStoreOptions } from './settings'

/** The facts that all processes must agree on, in the only row of their table. */
export interface Meta {
  version: number
  /** The dialect as JSON text, `null` where nobody has planted anything. */
  dialect: string | null
  epoch: string | null
  /** The fingerprint of the encryption key, `null` where nothing is encrypted. */
  encryption: string | null
}

const sql = statements({
  // The tables of the catalogue are read, because functions such as to_regclass may answer from a cache that is older than the lock.
  hasMeta: `
select exists (select from pg_catalog.pg_namespace where nspname = '{channel}') as "hasSchema",
  exists (select from pg_catalog.pg_tables where schemaname = '{channel}' and tablename = 'meta') as "hasMeta"`,
  readMeta: 'select version, dialect, epoch, encryption from {schema}.meta',
  // The schema is created only where it is missing, so that a role without the right to create one can use a schema that somebody made for
  // it.
  makeSchema: 'create schema if not exists {schema}',
  makeMeta: `
create table {schema}.meta (
  only_one boolean primary key default true check (only_one),
  version integer not null, dialect text, epoch text, encryption text
);
insert into {schema}.meta (version) values (0)`,
  writeVersion: 'update {schema}.meta set version = $1',
  lockOpening: 'select pg_advisory_xact_lock({lock:opening})',
  // A migration that waits for a table, such as behind a dump, makes everybody wait who comes after it. So it gives up soon, and can be
  // tried again.
  boundWaits: `set local lock_timeout = '500ms'`,
  firstPartition: `
create table {schema}.event_0 partition of {schema}.event for values from (minvalue) to (4294967296);
create table {schema}.attempt_0 partition of {schema}.attempt for values from (minvalue) to (4294967296);
insert into {schema}.event_partition (number, opened_at) values (0, 0)`,
})

/** Reads what all processes must agree on, `undefined` where the schema is not there yet. */
export async function readMeta(session: Session): Promise<Meta | undefined> {
  const [found] = await session.rows<{ hasMeta: boolean }>(sql.hasMeta)
  if (!found?.hasMeta) return undefined
  const [meta] = await session.rows<Meta>(sql.readMeta)
  return meta
}

/** Whether the schema is of this version. Throws where it is of a newer one. */
export function isCurrent(meta: Meta | undefined): boolean {
  const version = meta?.version ?? 0
  if (version > migrations.length) {
    throw new StoreMismatchError(
      `The store has version ${version} of its schema, and this package knows version ${migrations.length}: ` +
        'a newer event-delivery-mock wrote it. Use that version or a newer one.',
    )
  }
  return version === migrations.length
}

/** Lets only one process at a time open or migrate the store, until the transaction ends. */
export async function lockForOpening(session: Session): Promise<void> {
  await session.rows(sql.lockOpening)
}

/** Brings the schema to the version of this package, in the transaction of `session`. */
export async function migrate(session: Session): Promise<Meta> {
  await lockForOpening(session)
  const found = await readMeta(session)
  if (found && isCurrent(found)) return found
  const before = found?.version ?? 0
  if (!found) {
    const [there] = await session.rows<{ hasSchema: boolean }>(sql.hasMeta)
    if (!there?.hasSchema) await session.rows(sql.makeSchema)
    await session.rows(sql.makeMeta)
  }
  await session.rows(sql.boundWaits)
  for (const migration of migrations.slice(before)) await session.rows(migration)
  if (before === 0) await session.rows(sql.firstPartition)
  await session.rows(sql.writeVersion, [migrations.length])
  return (await readMeta(session)) as Meta
}

/** The result of {@link migrateStore}: the versions of the schema before and after. 0 means that there was none. */
export interface MigrationResult {
  from: number
  to: number
}

/**
 * Brings the schema of a store to the version of this package. `open` does so, too: this is for operators whose services may
 * not change tables.
 *
 * @throws StoreMismatchError where the schema is newer; StoreUnavailableError where the database cannot be reached.
 * @example
 * const { from, to } = await migrateStore('postgres://user:password@localhost/database')
 */
export function migrateStore(
  url: string,
  options: Pick<PostgresStoreOptions, 'schema'> = {},
): Promise<MigrationResult> {
  return onDatabase(url, options, async (database) => {
    const from = (await readMeta(database))?.version ?? 0
    const { version } = await database.transaction(migrate)
    return { from, to: version }
  })
}

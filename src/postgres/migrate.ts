import { EventDeliveryError } from '../errors/base'
import type { Queryable } from './connection'
import { quoteName, quoteText } from './schema-name'

/** The versions of a schema before and after a migration. 0 means that there was none. */
export interface MigrationResult {
  from: number
  to: number
}

/** A schema with the steps that lead to its newest version. A step that was released never changes. */
export interface Migrations {
  /** The name of the schema. */
  schema: string
  /** Statements that may use `{schema}` for the quoted name. The version of a schema is the number of the steps that it has seen. */
  steps: readonly string[]
}

/**
 * The statements that bring a schema to its newest version. They may be run again and by several processes at once: all wait for one
 * advisory lock, and each step is taken once. Run as one text they are one transaction.
 */
export function migrationScript({ schema, steps }: Migrations): string {
  const name = quoteName(schema)
  const taken = (number: number) => `exists (select from ${name}.migration where number = ${number})`
  return [
    `select pg_advisory_xact_lock(hashtextextended(${quoteText(`event-delivery ${schema}`)}, 0));`,
    'do $migration$ begin',
    // `create schema if not exists` wants the right to make schemas even where there is nothing to make.
    `if not exists (select from pg_catalog.pg_namespace where nspname = ${quoteText(schema)}) then`,
    `  create schema ${name};`,
    'end if;',
    `if not exists (select from pg_catalog.pg_tables where schemaname = ${quoteText(schema)} and tablename = 'migration') then`,
    `  create table ${name}.migration (number integer primary key, taken_at timestamptz not null default now());`,
    'end if;',
    ...steps.flatMap((step, index) => [
      `if not ${taken(index + 1)} then`,
      step.replaceAll('{schema}', name).trim(),
      `  insert into ${name}.migration (number) values (${index + 1});`,
      'end if;',
    ]),
    'end $migration$;',
  ].join('\n')
}

/** The version of a schema, 0 where there is none. */
export async function versionOf(database: Queryable, schema: string): Promise<number> {
  const found = await database.query(
    `select 1 from pg_catalog.pg_tables where schemaname = $1 and tablename = 'migration'`,
    [schema],
  )
  if (found.rows.length === 0) return 0
  const { rows } = await database.query(
    `select coalesce(max(number), 0) as version from ${quoteName(schema)}.migration`,
  )
  return (rows[0] as { version: number }).version
}

/** Brings a schema to its newest version. Refuses a schema that is newer than the steps. */
export async function migrate(database: Queryable, migrations: Migrations): Promise<MigrationResult> {
  const { schema, steps } = migrations
  const from = await versionOf(database, schema)
  if (from > steps.length) {
    throw new EventDeliveryError(
      `The schema ${schema} has version ${from}, and this package knows version ${steps.length}: a newer @event-delivery/sdk made it. Use that version or a newer one.`,
    )
  }
  // Without parameters the text is sent as it is, and its statements are one transaction.
  if (from < steps.length) await database.query(migrationScript(migrations))
  return { from, to: steps.length }
}

import type { Migrations } from '../../postgres/migrate'

/**
 * The tables of shared rates. A rate is one row, with times in milliseconds of the server's clock. `asked_at`, `start_at`, `given` and
 * `spaced_by` are the last answer. Nothing of it matters after a crash, so that the tables are not logged.
 */
export const rateMigrations = (schema: string): Migrations => ({
  schema,
  steps: [
    `create unlogged table {schema}.rate (
      key text primary key,
      next_at float8 not null default 0, pause_until float8 not null default 0,
      lesson integer not null default 0, share float8 not null default 1, lowered_at float8 not null default 0,
      asked_at float8, start_at float8, given integer, spaced_by float8
    ) with (fillfactor = 50);
    create unlogged table {schema}.process (
      key text not null, member text not null, seen_at timestamptz not null, primary key (key, member)
    );`,
  ],
})

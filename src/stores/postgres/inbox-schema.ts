import type { Migrations } from '../../postgres/migrate'

/**
 * The tables of the inbox. A delivery is one row. `key` is a hash of its scope and id, which may be longer than an index takes and hold
 * characters that a text of PostgreSQL cannot; `id` is there for people. `held_until` is the end of the lease or, once the delivery was
 * handled, of the retention.
 */
export const inboxMigrations = (schema: string): Migrations => ({
  schema,
  steps: [
    `create table {schema}.delivery (
      key text primary key, id text not null, token text not null,
      held_until timestamptz not null, is_done boolean not null
    );
    create index delivery_held_until on {schema}.delivery (held_until);`,
  ],
})

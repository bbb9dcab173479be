import { refuse } from '../errors/refuse'
import type { Queryable } from '../postgres/connection'
import { quoteName } from '../postgres/schema-name'
import type { RowState } from './options'
import { OutboxError } from './outbox-error'

/** The states of a row of an outbox, by the numbers that their column has. */
export const rowStates = ['waiting', 'sending', 'parked', 'sent'] as const satisfies readonly RowState[]

/** What a table is for: the words of its messages, and what its rows may do. */
export interface TableKind {
  /** `outbox` or `inbox`. */
  name: string
  /** What works on the rows: `relay` or `worker`. */
  worker: string
  /** The names of the states of a row, in the order of the numbers that their column has. */
  stateNames: readonly string[]
  /** What a row does in each state, but for a parked one. */
  states: readonly string[]
  /** How the tables are made. */
  cure: string
  /** For how many milliseconds after its first attempt of unknown outcome a row may be tried again. */
  safeWindow: number
  /** How many attempts count as failed where a worker has ended without settling a row. */
  lostAttempts: 0 | 1
  /** How many rows a worker claims for each that it may have under way. With 2 the next row is at hand; with 1 it is left to other workers. */
  claimedPerSlot: 1 | 2
}

/** An outbox, whose rows a relay sends. */
export const outboxKind: TableKind = {
  name: 'outbox',
  worker: 'relay',
  stateNames: rowStates,
  states: ['waits to be sent', 'is being sent', '', 'was sent'],
  cure: 'outbox.migrate(), or event-delivery outbox migrate',
  // Within the 24 hours of the idempotency key.
  safeWindow: 23 * 3_600_000,
  lostAttempts: 0,
  claimedPerSlot: 2,
}

/** The code that PostgreSQL gives for an error, empty where the error is none of PostgreSQL. */
export const sqlState = (error: unknown): string => {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

// A step that was released never changes: a change is another step.
const firstStep = `
create table {schema}.event (
  -- The order of the rows of a key is that of their ids. A cache for each session would give a later row a lower one.
  id              bigint generated always as identity (cache 1) primary key,
  -- Type and order key are written as JSON writes them between its quotes, the payload as JSON: PostgreSQL holds no U+0000 and no half
  -- of a surrogate pair, and jsonb would rewrite numbers.
  type            text    not null,
  data            text    not null,
  idempotency_key text    not null,
  order_key       text    collate "C",
  -- 0 waits, 1 is claimed by a relay, 2 is parked, 3 was sent.
  state           smallint not null default 0,
  -- How often sending it has failed.
  attempts        integer not null default 0,
  -- Grows with each claim. Whoever holds an older one no longer owns the row.
  token           bigint  not null default 0,
  due_at          timestamptz not null default now(),
  lease_until     timestamptz,
  -- Since when the service may have the event without anybody here knowing so.
  unknown_since   timestamptz,
  reason          text,
  event_id        text,
  created_at      timestamptz not null default now(),
  settled_at      timestamptz
) with (
  fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0
);
create index event_ready on {schema}.event (due_at, id) where state = 0 and order_key is null;
create index event_lane on {schema}.event (order_key, id) where state <> 3 and order_key is not null;
create index event_claimed on {schema}.event (order_key) where state = 1;
create index event_lease on {schema}.event (lease_until) where state = 1;
create index event_unknown on {schema}.event (unknown_since) where state = 0 and unknown_since is not null;
create index event_parked on {schema}.event (id) where state = 2;
create index event_sent on {schema}.event (settled_at) where state = 3;
`

// Rows with an order key are found in the order in which they fall due. The words of the condition fit no other index: a planner does not know how
// many entries of an index are dead, and takes the index of the keys at times.
const secondStep = `
create index event_due on {schema}.event (due_at, id) where state = 0 and coalesce(order_key, '') <> '';
create index event_under_way on {schema}.event (order_key, id) where state = 1;
drop index {schema}.event_claimed;
-- The trace to which the transaction of the row belongs, as JSON of the headers that carry it.
alter table {schema}.event add column trace text;
`

/** The steps to the newest schema of an outbox, oldest first. */
export const steps: readonly string[] = [firstStep, secondStep]

/** How many bytes of payload a row may have at most. Larger ones could make a statement exceed the limits of PostgreSQL. */
export const largestData = 67_108_864

/** The table of an outbox or an inbox. Its statements take and give text alone, which every driver reads and writes alike. */
export class Table {
  constructor(
    readonly schema: string,
    readonly kind: TableKind,
  ) {}

  /** The channel of `NOTIFY`, on which relays are told of new rows. */
  get channel(): string {
    return this.schema
  }

  /**
   * Executes a statement, in which `{schema}` stands for the schema, `{safe}` for the interval in which a row may be tried again, and
   * `{lost}` for `lostAttempts`. Resolves with the rows of the answer.
   */
  async rows<Row>(database: Queryable, statement: string, values: readonly (string | null)[] = []) {
    const { name, cure, safeWindow, lostAttempts } = this.kind
    const text = statement
      .replaceAll('{schema}', quoteName(this.schema))
      .replaceAll('{safe}', `interval '${safeWindow} milliseconds'`)
      .replaceAll('{lost}', String(lostAttempts))
    try {
      const { rows } = Object(await database.query(text, [...values])) as { rows?: unknown }
      if (Array.isArray(rows)) return rows as Row[]
    } catch (error) {
      // Neither the table nor its schema is there.
      if (!['42P01', '3F000'].includes(sqlState(error))) throw error
      throw new OutboxError(
        'not-migrated',
        `The schema ${this.schema} holds no ${name}. Make its tables: ${cure}.`,
        error,
      )
    }
    return refuse(
      'tx',
      'has a query that does not resolve with { rows }: an adapter returns the rows of the answer, as in query: async (text, values) => ({ rows: await run(text, values) }).',
    )
  }
}

/** A text as the table holds it: characters that PostgreSQL cannot hold are escaped as JSON escapes them. */
export const toColumn = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The text that a column holds. */
export const fromColumn = (column: string): string => JSON.parse(`"${column}"`) as string

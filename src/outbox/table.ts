import type { Queryable } from '../postgres/connection'
import { quoteName } from '../postgres/schema-name'
import { OutboxError } from './outbox-error'

/** The table of an outbox. Its statements take and give text alone, which every driver reads and writes alike. */
export interface Table {
  readonly schema: string
  /** The channel of `NOTIFY`, on which relays are told of new rows. */
  readonly channel: string
  /** Executes a statement, in which `{schema}` stands for the schema. Resolves with the rows of the answer. */
  rows<Row>(database: Queryable, statement: string, values?: readonly (string | null)[]): Promise<Row[]>
}

/** For how long after the first attempt of unknown outcome a row may be sent again: within the 24 hours of the idempotency key. */
export const safeWindow = 23 * 3_600_000

/** The same time as PostgreSQL has it. */
export const safeInterval = `interval '${safeWindow} milliseconds'`

/** The code that PostgreSQL gives for an error, empty where the error is none of PostgreSQL. */
export const sqlState = (error: unknown): string => {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

/** Makes the table of an outbox. */
export function createTable(schema: string): Table {
  const name = quoteName(schema)
  return {
    schema,
    channel: schema,
    async rows<Row>(database: Queryable, statement: string, values: readonly (string | null)[] = []) {
      try {
        const { rows } = await database.query(statement.replaceAll('{schema}', name), [...values])
        return rows as Row[]
      } catch (error) {
        // Neither the table nor its schema is there.
        if (!['42P01', '3F000'].includes(sqlState(error))) throw error
        throw new OutboxError(
          'not-migrated',
          `The schema ${schema} holds no outbox. Make its tables: outbox.migrate(), or event-delivery outbox migrate.`,
          error,
        )
      }
    },
  }
}

/** A text as the table holds it: every character that PostgreSQL has not is escaped, and other text stays as it is. */
export const toColumn = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The text that a column holds. */
export const fromColumn = (column: string): string => JSON.parse(`"${column}"`) as string

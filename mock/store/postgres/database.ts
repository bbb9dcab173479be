import { createHash } from 'node:crypto'
import { StoreUnavailableError } from '../store-errors'
import {
  answerTimeout,
  type DriverClient,
  type DriverQuery,
  hearLosses,
  makePool,
  type OwnPool,
  type PostgresPool,
} from './driver'
import { failureOf, isCollision } from './failures'
import { checkedSchemaName } from './schema-name'

/**
 * A statement with its name. In the text `{schema}` stands for the schema, `{channel}` for the channel of its
 * notifications, and `{lock:NAME}` for the number of a lock that belongs to the schema.
 */
export interface Statement {
  name: string
  text: string
  /**
   * Whether the server plans it each time. A plan that was made while a table was empty reads all of it, and would be kept
   * for a minute while the table grows.
   */
  plannedEachTime?: boolean
}

/** The statements of a table of texts. Each is called as its key, with an underscore in place of each capital: `find_key` of `findKey`. */
export function statements<Key extends string>(texts: Readonly<Record<Key, string>>): Record<Key, Statement> {
  const named = Object.entries<string>(texts).map(([key, text]) => {
    const name = key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
    return [key, { name, text }]
  })
  return Object.fromEntries(named) as Record<Key, Statement>
}

/** Executes statements: on any connection, or on that of a transaction. */
export interface Session {
  rows<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row[]>
}

/** Options of {@link createDatabase}. */
export interface DatabaseOptions {
  url?: string
  pool?: PostgresPool
  schema: string
  /** Whether the server prepares each statement once a connection. */
  prepare: boolean
  connections: number
}

/** The database of a store. Its failures are those of a store: see {@link failureOf}. */
export interface Database extends Session {
  readonly schema: string
  readonly channel: string
  /** Executes `body` in one transaction, which a failure undoes. */
  transaction<T>(body: (session: Session) => Promise<T>, mode?: 'snapshot'): Promise<T>
  open(): void
  /** Gives up all connections that the database made, because the network swallows what is sent. */
  cut(): void
  close(): Promise<void>
}

// Transactions move all data at times, so that nobody can say how long they take.
const noTimeout = 0
// The server ends a transaction that a process without network has left, together with its locks. A snapshot locks nothing.
const beginBounded = `begin; set local idle_in_transaction_session_timeout = '30s'`
const repetitions = 5

/** Connects to a database as soon as a statement is executed. */
export function createDatabase({
  url,
  pool: given,
  schema,
  prepare,
  connections,
}: DatabaseOptions): Database {
  checkedSchemaName(schema)
  const channel = schema
  const texts = new Map<Statement, string>()
  let made: Promise<OwnPool> | undefined
  let closed = false

  function pool(): Promise<PostgresPool> {
    if (closed) return Promise.reject(new StoreUnavailableError('The store was closed.', { sent: false }))
    if (given) {
      hearLosses(given)
      return Promise.resolve(given)
    }
    made ??= makePool(url ?? '', connections)
    return made
  }

  function textOf(statement: Statement): string {
    let text = texts.get(statement)
    if (text === undefined) {
      text = statement.text
        .replaceAll('{schema}', `"${schema}"`)
        .replaceAll('{channel}', channel)
        .replace(/\{lock:(\w+)\}/g, (_, lock: string) => lockNumber(schema, lock))
      texts.set(statement, text)
    }
    return text
  }

  function queryOf(statement: Statement, values: unknown[] | undefined, timeout: number): DriverQuery {
    const name = prepare && values && !statement.plannedEachTime ? `${schema}.${statement.name}` : undefined
    return { name, text: textOf(statement), values, query_timeout: timeout }
  }

  return {
    schema,
    channel,
    async rows<Row extends object>(statement: Statement, values: unknown[] = []) {
      for (let repetition = 0; ; repetition++) {
        try {
          const { rows } = await (await pool()).query(queryOf(statement, values, answerTimeout))
          return rows as Row[]
        } catch (error) {
          if (!isCollision(error) || repetition === repetitions) throw failureOf(error)
        }
      }
    },
    async transaction(body, mode) {
      try {
        const client = await (await pool()).connect()
        return await withClient(client, async () => {
          const begin = mode === 'snapshot' ? 'begin isolation level repeatable read read only' : beginBounded
          await client.query({ text: begin })
          const result = await body({
            async rows<Row extends object>(statement: Statement, values?: unknown[]) {
              const { rows } = await client.query(queryOf(statement, values, noTimeout))
              return rows as Row[]
            },
          })
          await client.query({ text: 'commit' })
          return result
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
    open() {
      closed = false
    },
    cut() {
      made?.then(
        (pool) => pool.cut(),
        () => {},
      )
    },
    async close() {
      closed = true
      const ended = made
      made = undefined
      await (await ended)?.end()
    },
  }
}

/** Hands a connection back in a state in which it can be used again, or closes it. */
async function withClient<T>(client: DriverClient, work: () => Promise<T>): Promise<T> {
  // A connection that is lost while it is in use emits `error` besides. Without a listener that event would end the process.
  const ignore = () => {}
  client.on('error', ignore)
  let failure: Error | undefined
  try {
    return await work()
  } catch (error) {
    await client
      .query({ text: 'rollback', query_timeout: answerTimeout })
      .catch((reason: Error) => (failure = reason))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(failure)
  }
}

/** The number of an advisory lock. Stores in different schemas of a database do not share it. */
function lockNumber(schema: string, lock: string): string {
  return createHash('sha256').update(`${schema}.${lock}`).digest().readBigInt64BE().toString()
}

import type * as Driver from 'pg'
import { UsageError } from '../../core/commands/usage-error'
import { visible } from '../../core/visible'
import { EventDeliveryError, isEventDeliveryError } from '../../errors/base'
import { ConnectionError } from '../../errors/request-errors'
import type { MigrateOptions, RetryOptions } from '../../outbox/options'
import { createOutbox, type Outbox } from '../../outbox/outbox'
import type { PostgresPool } from '../../postgres/connection'
import { faultOf } from '../../postgres/faults'
import { KeptRows } from '../../stores/postgres/kept-rows'
import { postgresInbox, usualInboxSchema } from '../../stores/postgres-inbox'
import { parseUrl } from '../../core/url'
import type { FlagName, Invocation } from '../program'

/** The flags of every command on an outbox. */
export const databaseFlags = ['database', 'schema', 'json'] as const satisfies readonly FlagName[]

/** The sentence of the help that says how the database is named. */
export const aboutDatabase =
  'The database is named by --database or by DATABASE_URL. Others on the machine can read a password on a command line: leave it to the variable, or to a .pgpass file.'

const connectTimeout = 10_000

/** The two queues of rows that the SDK keeps in a database. */
export type QueueName = 'outbox' | 'inbox'

/** What the commands do with a queue. */
export type Queue = Pick<
  Outbox,
  'rows' | 'retryAll' | 'park' | 'parkAll' | 'discard' | 'discardAll' | 'status' | 'migrate'
> & { retry(id: string, options: RetryOptions): Promise<void> }

/** Does some work on the pool of a database that the flags name, and closes its connections. */
async function withPool<T>(invocation: Invocation, work: (pool: Driver.Pool) => Promise<T>): Promise<T> {
  const { Pool } = await loadDriver()
  const pool = new Pool({
    connectionString: databaseUrl(invocation),
    connectionTimeoutMillis: connectTimeout,
  })
  pool.on('error', () => {})
  try {
    return await work(pool)
  } catch (error) {
    throw explained(error)
  } finally {
    await pool.end()
  }
}

/** Does some work on the outbox that the flags name. */
export const withOutbox = <T>(invocation: Invocation, work: (outbox: Outbox) => Promise<T>): Promise<T> =>
  withPool(invocation, (pool) => {
    const { flags, output, clock } = invocation
    const write = (message: string) => output.note({ warning: message }, visible(message))
    const logger = { debug: write, info: write, warn: write, error: write }
    return work(createOutbox({ pool, schema: flags.schema, clock, logger }))
  })

/** Does some work on the queue that the flags name. */
export const withQueue = <T>(
  name: QueueName,
  invocation: Invocation,
  work: (queue: Queue) => Promise<T>,
): Promise<T> =>
  name === 'outbox'
    ? withOutbox(invocation, work)
    : withPool(invocation, (pool) => work(inboxOf(pool, invocation.flags.schema)))

function inboxOf(pool: PostgresPool, schema?: string): Queue {
  const inbox = postgresInbox(pool, { schema })
  const { admin } = new KeptRows(schema ?? usualInboxSchema, pool)
  return Object.assign(admin, {
    async migrate({ print }: MigrateOptions = {}) {
      if (!print) return inbox.migrate()
      print(`begin;\n${inbox.migrationScript()}\ncommit;\n`)
      return { from: 0, to: 0 }
    },
  })
}

/** Prints the statements that make the tables. Needs neither the driver nor a database. */
export async function printStatements(name: QueueName, { flags, output }: Invocation): Promise<void> {
  const unused = () => Promise.reject(new Error('The statements are only printed.'))
  const pool = { query: unused, connect: unused }
  const queue = name === 'outbox' ? createOutbox({ pool, schema: flags.schema }) : inboxOf(pool, flags.schema)
  await queue.migrate({ print: (sql) => output.result({ sql }, sql.trimEnd()) })
}

/** The URL of the database. Throws a `UsageError` that shows no part of what may be a password. */
function databaseUrl({ flags }: Invocation): string {
  const { database: written } = flags
  if (written === undefined)
    throw new UsageError(
      'The database is missing. Set DATABASE_URL, or give --database postgres://HOST/NAME.',
    )
  if (!/^postgres(ql)?:$/.test(parseUrl(written)?.protocol ?? ''))
    throw new UsageError(
      'The URL of the database must begin with postgres://, as postgres://localhost/shop does.',
    )
  return written
}

async function loadDriver(): Promise<typeof Driver> {
  try {
    const driver = (await import('pg')) as typeof Driver & { default?: typeof Driver }
    return driver.default ?? driver
  } catch {
    throw new UsageError(
      'The commands on outbox and inbox need the package pg, which is not installed: npm install pg',
    )
  }
}

/** The error of the driver in words that name its side. Errors of this package stay as they are. */
function explained(error: unknown): unknown {
  if (isEventDeliveryError(error) || error instanceof UsageError) return error
  const { what, text, isAway } = faultOf(error)
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${text}.`
  return isAway
    ? new ConnectionError(`${message} Check DATABASE_URL or --database.`, {}, error)
    : new EventDeliveryError(message, { cause: error })
}

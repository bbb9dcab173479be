import type * as Driver from 'pg'
import { UsageError } from '../../core/commands/usage-error'
import { EventDeliveryError, isEventDeliveryError } from '../../errors/base'
import { ConnectionError } from '../../errors/request-errors'
import type {
  ActOptions,
  ActResult,
  ListedRow,
  MigrateOptions,
  OutboxStatus,
  RetryAllOptions,
  RetryOptions,
  RowFilter,
  RowsOptions,
  RowState,
} from '../../outbox/options'
import { createOutbox, type Outbox } from '../../outbox/outbox'
import type { PostgresPool } from '../../postgres/connection'
import { faultOf } from '../../postgres/faults'
import type {
  DeliveriesOptions,
  DeliveryState,
  InboxStatus,
  ListedDelivery,
} from '../../stores/postgres/kept-rows'
import { postgresInbox } from '../../stores/postgres-inbox'
import { parseUrl } from '../../core/url'
import { loggerOf } from '../connection'
import type { FlagName, Invocation } from '../program'

/** The flags of every command on an outbox. */
export const databaseFlags = ['database', 'schema', 'json'] as const satisfies readonly FlagName[]

/** The sentence of the help that says how the database is named. */
export const aboutDatabase =
  'The database is named by --database or by DATABASE_URL. Others on the machine can read a password on a command line: leave it to the variable, or to a .pgpass file.'

const connectTimeout = 10_000

/** The two queues of rows that the SDK keeps in a database. */
export type QueueName = 'outbox' | 'inbox'

/** Says which rows are meant, whatever their state is. */
export type Filter = Omit<RowFilter, 'state'>

/** Says which rows are listed. An outbox and an inbox have states of their own. */
export interface Listing extends Omit<RowsOptions, 'state'> {
  state?: RowState | DeliveryState | undefined
}

/** What the commands do with a queue. The rows of an inbox are deliveries. */
export interface Queue extends Pick<Outbox, 'park' | 'discard' | 'migrate'> {
  rows(listing: Listing): Promise<readonly (ListedRow | ListedDelivery)[]>
  status(): Promise<OutboxStatus | InboxStatus>
  retry(id: string, options: RetryOptions): Promise<void>
  retryAll(filter: Filter, options: RetryAllOptions): Promise<ActResult>
  parkAll(filter: Filter, options: ActOptions): Promise<ActResult>
  discardAll(filter: Filter, options: ActOptions): Promise<ActResult>
}

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
    const { flags, clock } = invocation
    return work(createOutbox({ pool, schema: flags.schema, clock, logger: loggerOf(invocation) }))
  })

/** Does some work on the queue that the flags name. */
export const withQueue = <T>(
  name: QueueName,
  invocation: Invocation,
  work: (queue: Queue) => Promise<T>,
): Promise<T> =>
  name === 'outbox'
    ? withOutbox(invocation, (outbox) => work(outbox as Queue))
    : withPool(invocation, (pool) => work(inboxOf(pool, invocation.flags.schema)))

function inboxOf(pool: PostgresPool, schema?: string): Queue {
  const inbox = postgresInbox(pool, { schema })
  return {
    ...inbox,
    rows: (listing) => inbox.rows(listing as DeliveriesOptions),
    retry: (id) => inbox.replay(id),
    retryAll: (filter, { dryRun }) => inbox.replayAll(filter, { dryRun }),
    async migrate({ print }: MigrateOptions = {}) {
      if (!print) return inbox.migrate()
      print(`begin;\n${inbox.migrationScript()}\ncommit;\n`)
      return { from: 0, to: 0 }
    },
  }
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

/** The error of the driver, reworded to say that the database failed. Errors of this package stay as they are. */
function explained(error: unknown): unknown {
  if (isEventDeliveryError(error) || error instanceof UsageError) return error
  const { what, text, isAway } = faultOf(error)
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${text}.`
  return isAway
    ? new ConnectionError(`${message} Check DATABASE_URL or --database.`, {}, error)
    : new EventDeliveryError(message, { cause: error })
}

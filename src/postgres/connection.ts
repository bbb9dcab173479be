/**
 * Runs a statement on PostgreSQL: a pool, a client or a transaction of `pg`, or an adapter of another driver. Parameters stand in the
 * text as `$1`, `$2` and so on.
 *
 * @example
 * const tx: Queryable = await pool.connect()
 */
export interface Queryable {
  /** Resolves to the rows, each an object by the names of the columns. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** A message of `NOTIFY`, as `pg` gives it to those who listen to `notification`. */
export interface Notification {
  channel: string
  payload?: string | undefined
}

/** A connection that was taken out of a pool. */
export interface PoolConnection extends Queryable {
  /** Gives the connection back, or closes it where there is an error. */
  release(error?: Error | boolean): void
  /** Listens to an event of the connection. Where it is missing, a relay polls and gets no notifications. */
  on?(event: string, listener: (subject: never) => void): unknown
}

/** A pool of connections: that of `pg`, or an object with the same methods. */
export interface PostgresPool extends Queryable {
  connect(): Promise<PoolConnection>
  on?(event: 'error', listener: (error: Error) => void): unknown
  off?(event: 'error', listener: (error: Error) => void): unknown
  /** `max` is how many connections the pool has at most. */
  options?: { max?: number | undefined }
}

const ignoreError = () => {}

/**
 * Listens to the errors of a pool, once however often it is called. The pool of `pg` has one for each idle connection that breaks, and Node ends
 * a process in which nobody listens. The statements that follow meet the same fault, and report it.
 */
export function surviveIdleErrors(database: Queryable): void {
  const pool: Partial<PostgresPool> = database
  pool.off?.('error', ignoreError)
  pool.on?.('error', ignoreError)
}

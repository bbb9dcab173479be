import type { PostgresPool } from './driver'

/** Options of `createPostgresStore`. */
export interface PostgresStoreOptions {
  /** The URL of the database, as in `postgres://user:password@host:5432/database?sslmode=verify-full`. */
  url?: string
  /** A pool of the driver `pg`, in place of one that the store makes of `url`. Whoever made it ends it. */
  pool?: PostgresPool
  /** The schema that holds the tables: a lower-case name. `event_delivery` unless given. */
  schema?: string
  /**
   * The URL of a connection that can wait for notifications, where `url` leads to a pool such as PgBouncer in transaction
   * mode. `url` unless given. Without either, the store looks for changes once a second.
   */
  listenUrl?: string
  /** Whether statements are prepared, which makes them faster. `true` unless given; give `false` behind PgBouncer in transaction mode. */
  prepare?: boolean
  /** How many connections the store opens at most. 10 unless given. Waiting for notifications takes one more. */
  connections?: number
  /**
   * How long events are kept, in milliseconds: at least 76 hours, the time over which a delivery is tried. Everything is
   * kept unless this is given.
   */
  retain?: number
  /**
   * A text of at least 32 characters. With it, webhook secrets and API keys are stored encrypted (AES-256-GCM). Everything
   * else lies in the clear: events, URLs and descriptions of webhooks, names and scopes of keys, idempotency keys.
   */
  encryptionKey?: string
  /** Receives one line about each thing that an operator should know, such as a lost connection. Nothing unless given. */
  logger?: (line: string) => void
}

/** The schema unless another one is given. */
export const defaultSchema = 'event_delivery'

// The waits of a delivery's schedule add up to 75 hours and 36 minutes. Idempotency keys live for 24 hours.
const shortestRetention = 76 * 3_600_000

/** Refuses options that make no sense. */
export function checkOptions({ url, pool, retain, encryptionKey }: PostgresStoreOptions): void {
  if (!url && !pool) throw new TypeError('createPostgresStore needs a url, or a pool of the driver pg.')
  if (retain !== undefined && !(retain >= shortestRetention)) {
    throw new RangeError(
      `retain is ${retain} ms. It is at least ${shortestRetention} ms, 76 hours: deliveries are tried for that long, ` +
        'and need their event.',
    )
  }
  if (encryptionKey !== undefined && encryptionKey.length < 32) {
    throw new TypeError('encryptionKey is shorter than 32 characters. Make one with: openssl rand -base64 32')
  }
}

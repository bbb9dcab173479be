import type { Socket } from 'node:net'
import type * as Driver from 'pg'

/** A statement as the driver takes it. With a `name` the server prepares it once a connection. */
export interface DriverQuery {
  name?: string
  text: string
  values?: unknown[]
  /** Milliseconds after which the driver gives the answer up. */
  query_timeout?: number
}

/** A connection of a pool. `release` with an error closes the connection. */
export interface DriverClient {
  /** Resolves with the rows, each an object by the names of the columns. */
  query(query: DriverQuery): Promise<{ rows: unknown[] }>
  release(error?: Error): void
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of a pool of the driver `pg` that a store uses. */
export interface PostgresPool {
  query(query: DriverQuery): Promise<{ rows: unknown[] }>
  connect(): Promise<DriverClient>
  end(): Promise<void>
  on?(event: 'error', listener: (error: Error) => void): unknown
  listenerCount?(event: 'error'): number
}

/** A connection that receives notifications. */
export interface DriverListener {
  connect(): Promise<unknown>
  query(query: DriverQuery): Promise<unknown>
  end(): Promise<void>
  /** Lets the connection keep the process alive, as it does not otherwise. */
  ref?(): void
  on(event: 'notification', listener: (message: { channel: string; payload?: string }) => void): unknown
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
}

// Longer than any statement of a store takes: beyond it, the network has swallowed the answer.
export const answerTimeout = 15_000
const connectTimeout = 5_000

/** A pool that this module made. */
export interface OwnPool extends PostgresPool {
  /** Gives up all connections and what is asked on them. The next statement opens another one. */
  cut(): void
}

/** Makes a pool of connections. Neither the pool nor an idle connection of it keeps the process alive. */
export async function makePool(url: string, connections: number): Promise<OwnPool> {
  const driver = await loadDriver()
  const sockets = new Set<Socket>()
  const pool = new driver.Pool({
    Client: closingClient(driver),
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    allowExitOnIdle: true,
    keepAlive: true,
  })
  hearLosses(pool)
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    sockets.add(stream)
    stream.once('close', () => sockets.delete(stream))
  })
  return Object.assign(pool, { cut: () => sockets.forEach((socket) => socket.destroy()) })
}

/**
 * Makes the class of a client that closes its socket where the login fails. The driver leaves the socket open, and the server keeps it
 * until its own limit for logins, a minute, in which it also makes and drops no database.
 */
function closingClient({ Client }: typeof Driver): typeof Driver.Client {
  return class extends Client {
    override connect(): Promise<Driver.Client>
    override connect(connected: (error: Error) => void): void
    override connect(connected?: (error: Error) => void): Promise<Driver.Client> | void {
      if (!connected) return super.connect()
      super.connect((error: Error) => {
        if (error) this.end(() => {})
        connected(error)
      })
    }
  }
}

/**
 * Lets a pool lose a connection that nobody uses, after which the next statement opens another one. An event of this kind that
 * nobody hears would end the process.
 */
export function hearLosses(pool: PostgresPool): void {
  if (pool.listenerCount?.('error') === 0) pool.on?.('error', () => {})
}

/** Makes a connection of its own, which does not keep the process alive. */
export async function makeListener(url: string): Promise<DriverListener> {
  const { Client } = await loadDriver()
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
  })
  const { unref } = client as unknown as { unref?: () => void }
  client.once('connect', () => unref?.call(client))
  return client
}

async function loadDriver(): Promise<typeof Driver> {
  try {
    const driver = (await import('pg')) as typeof Driver & { default?: typeof Driver }
    return driver.default ?? driver
  } catch (error) {
    throw new Error(
      'A store on PostgreSQL needs the package pg, which is not installed. Install it: npm install pg',
      {
        cause: error,
      },
    )
  }
}

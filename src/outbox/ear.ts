import type { Notification, PoolConnection, PostgresPool } from '../postgres/connection'
import { quoteName } from '../postgres/schema-name'
import { sleep, waitFor } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import { growingWait } from './patience'

const longestWait = 10_000

/** Options of `createEar`. */
export interface EarOptions {
  pool: PostgresPool
  channel: string
  clock: Clock
  random: () => number
  /** Called with each notification, and after each gap in which some may have been lost. */
  onWord(): void
}

/** Listens for word of new rows on a connection of its own. */
export interface Ear {
  end(): Promise<void>
}

/** Begins to listen. A connection that is lost is replaced: meanwhile the looks of the relay find the rows. */
export function createEar({ pool, channel, clock, random, onWord }: EarOptions): Ear {
  const stop = new AbortController()
  const { signal } = stop

  /** Listens on a connection until it is lost, or the ear ends. */
  async function listen(connection: PoolConnection): Promise<void> {
    let lose = () => {}
    const lost = new Promise<void>((resolve) => (lose = resolve))
    // An adapter whose connections tell nothing has the looks alone.
    if (!connection.on) {
      connection.release()
      return await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    connection.on('notification', (notification: Notification) => {
      if (notification.channel === channel) onWord()
    })
    connection.on('error', lose)
    connection.on('end', lose)
    signal.addEventListener('abort', lose)
    try {
      if (!signal.aborted) await Promise.race([connection.query(`listen ${quoteName(channel)}`), lost])
      onWord()
      await lost
    } finally {
      signal.removeEventListener('abort', lose)
      // Closed, since the next user of a connection that listens would get the notifications.
      connection.release(true)
    }
  }

  /** Takes a connection out of the pool. One that comes too late is given back. */
  async function connect(): Promise<PoolConnection> {
    const connecting = pool.connect()
    try {
      return await waitFor<PoolConnection>(signal, (resolve, reject) => {
        connecting.then(resolve, reject)
        return () => {}
      })
    } catch (error) {
      connecting.then(
        (connection) => connection.release(),
        () => {},
      )
      throw error
    }
  }

  async function listenUntilEnd(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await listen(await connect())
        failures = 0
      } catch {
        // The statements of the relay meet the same database, and say what is wrong with it.
      }
      await sleep(clock, growingWait(failures, longestWait, random), signal).catch(() => {})
    }
  }
  const ended = listenUntilEnd()

  return {
    async end() {
      stop.abort()
      await ended
    },
  }
}

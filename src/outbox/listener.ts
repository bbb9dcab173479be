import type { Notification, PoolConnection, PostgresPool } from '../postgres/connection'
import { quoteName } from '../postgres/schema-name'
import { sleep, waitFor } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import { backoff } from './retrying-database'

const longestWait = 10_000

/** Ends a wait early. A wake signal that is given while nobody waits ends the next wait. */
export class WakeSignal {
  #state: 'idle' | 'given' = 'idle'
  #wake = () => {}

  constructor(private readonly clock: Clock) {}

  give(): void {
    this.#state = 'given'
    this.#wake()
  }

  /** Waits for the wake signal, for `ms` milliseconds at most, or until `signal` aborts. Says whether the wake signal was given. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (this.#state === 'idle') {
      await waitFor<void>(signal, (resolve) => {
        this.#wake = resolve
        return this.clock.schedule(resolve, ms)
      }).catch(() => {})
    }
    this.#wake = () => {}
    const wasGiven = this.#state === 'given'
    this.#state = 'idle'
    return wasGiven
  }
}

/** Options of `Listener`. */
export interface ListenerOptions {
  pool: PostgresPool
  channel: string
  clock: Clock
  random: () => number
  /** Given at each notification, and after each gap in which some may have been lost. */
  wakeSignal: WakeSignal
}

/**
 * Listens for notifications of new rows, on a connection of its own. A connection that is lost is replaced; until then the polls of the relay
 * find the rows.
 */
export class Listener {
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>

  constructor(private readonly options: ListenerOptions) {
    this.#ended = this.#run()
  }

  async end(): Promise<void> {
    this.#stop.abort()
    await this.#ended
  }

  async #run(): Promise<void> {
    const { clock, random } = this.options
    const { signal } = this.#stop
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#listen(await this.#connect())
        failures = 0
      } catch {
        // The statements of the relay meet the same database, and report what is wrong with it.
      }
      await sleep(clock, backoff(failures, longestWait, random), signal).catch(() => {})
    }
  }

  /** Takes a connection out of the pool. One that comes after the end is given back. */
  #connect(): Promise<PoolConnection> {
    const { signal } = this.#stop
    const connecting = this.options.pool.connect()
    connecting.then(
      (connection) => signal.aborted && connection.release(),
      () => {},
    )
    return waitFor<PoolConnection>(signal, (resolve, reject) => {
      connecting.then(resolve, reject)
      return () => {}
    })
  }

  /** Listens on a connection until it is lost, or the listener ends. */
  async #listen(connection: PoolConnection): Promise<void> {
    const { channel, wakeSignal } = this.options
    const { signal } = this.#stop
    let stop = () => {}
    const stopped = new Promise<void>((resolve) => (stop = resolve))
    signal.addEventListener('abort', stop)
    // The connections of some adapters have no events: their outbox is polled, and nothing more.
    if (!connection.on) {
      connection.release()
      return stopped
    }
    connection.on('notification', (notification: Notification) => {
      if (notification.channel === channel) wakeSignal.give()
    })
    connection.on('error', stop)
    connection.on('end', stop)
    try {
      if (!signal.aborted) await Promise.race([connection.query(`listen ${quoteName(channel)}`), stopped])
      wakeSignal.give()
      await stopped
    } finally {
      signal.removeEventListener('abort', stop)
      // Closed, since the next user of a connection that listens would get the notifications.
      connection.release(true)
    }
  }
}

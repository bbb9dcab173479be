import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../../mock/store/embedded/start-embedded'
import { makeFolder } from './folder'
import { execute } from './postgres'
import type { Until } from './until'

/** A PostgreSQL of a test's own, whose URL and data stay the same while the test stops, starts and kills it. */
export interface OwnPostgres {
  url: string
  /** Stops it, as an operator does. */
  stop(): Promise<void>
  /** Starts it again after `stop`. */
  start(): Promise<void>
  /** Kills the server itself (SIGKILL), and waits until it has been started again by its guard and takes connections. */
  kill(): Promise<void>
}

/** Makes a temporary folder that PostgreSQL may enter, which runs as another user where this process is of root. */
export async function makeOpenFolder(until: Until): Promise<string> {
  const folder = await makeFolder(until)
  await chmod(folder, 0o755)
  return folder
}

/** Starts a PostgreSQL that this test alone uses. Unless `settings` say otherwise it is as durable as one is by default. */
export async function startOwnPostgres(
  until: Until,
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> {
  const folder = await makeOpenFolder(until)
  const launch = () => startEmbedded(folder, { settings })
  let running = await launch()
  const stop = () => running.stop()
  until(stop)
  const pidFile = join(folder, 'cluster', 'data', 'postmaster.pid')
  const pid = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  const { url } = running
  return {
    url,
    stop,
    start: async () => void (running = await launch()),
    async kill() {
      const killed = await pid()
      process.kill(killed, 'SIGKILL')
      for (;;) {
        await delay(50)
        const alive = await pid().catch(() => killed)
        if (alive !== killed && (await execute(url, 'select 1').catch(() => undefined))) return
      }
    },
  }
}

import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../../../mock/store/embedded/start-embedded'
import { makeFolder } from '../../support/folder'
import { execute } from '../../support/postgres'
import type { Until } from '../../support/until'

/** A PostgreSQL of a test's own, which the test kills. */
export interface KillablePostgres {
  url: string
  /** Kills the server itself (SIGKILL), and waits until it has been started again and takes connections. */
  kill(): Promise<void>
}

/** Starts a PostgreSQL that is as durable as one is by default, and that is started again after each death. */
export async function startKillable(until: Until): Promise<KillablePostgres> {
  const folder = await makeFolder(until)
  // As root, the programs run as a user that has to enter the folder.
  await chmod(folder, 0o755)
  const { url, stop } = await startEmbedded(folder, { settings: { max_connections: '100' } })
  until(stop)
  const pidFile = join(folder, 'cluster', 'data', 'postmaster.pid')
  const pid = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  return {
    url,
    async kill() {
      const killed = await pid()
      process.kill(killed, 'SIGKILL')
      for (;;) {
        await delay(50)
        const running = await pid().catch(() => killed)
        if (running === killed) continue
        if (await execute(url, 'select 1').catch(() => undefined)) return
      }
    },
  }
}

import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../../mock/store/embedded/start-embedded'
import { makeFolder } from './folder'
import { execute } from './postgres'
import type { Until } from './until'
import { run } from './run'

/** A PostgreSQL of a test's own, whose URL and data stay the same while the test stops, starts and kills it. */
export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>

/** Makes a temporary folder that PostgreSQL may enter, which runs as another user where this process is of root. */
export async function makeOpenFolder(until: Until): Promise<string> {
  const folder = await makeFolder(until)
  await chmod(folder, 0o755)
  return folder
}

/** Copies the folder of a PostgreSQL that is stopped, with the owners of its files. */
export async function copyFolder(folder: string, until: Until): Promise<string> {
  const copy = await makeOpenFolder(until)
  await run('cp', ['-a', `${folder}/.`, copy])
  return copy
}

/**
 * Starts a PostgreSQL that this test alone uses. Unless `settings` say otherwise it is as durable as one is by default. It begins with
 * the data of `folder` where there is some.
 */
export async function startOwnPostgres(
  until: Until,
  settings: Readonly<Record<string, string>> = {},
  folder?: string,
) {
  folder ??= await makeOpenFolder(until)
  const launch = () => startEmbedded(folder, { settings })
  let running = await launch()
  const stop = () => running.stop()
  until(stop)
  const pidFile = join(folder, 'cluster', 'data', 'postmaster.pid')
  const pid = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  const { url } = running
  return {
    ...{ url, folder },
    /** Stops it, as an operator does. */
    stop,
    /** Starts it again after `stop`. */
    start: async () => void (running = await launch()),
    /** Kills the server itself (SIGKILL), which nobody starts again: its machine is gone. */
    async lose() {
      process.kill(await pid(), 'SIGKILL')
      await stop()
    },
    /** Kills the server itself (SIGKILL), and waits until it has been started again by its guard and takes connections. */
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

/**
 * Starts a PostgreSQL with another one that follows it: a copy of its stopped folder. `wayOf` makes the URL by which the standby reaches
 * the primary.
 */
export async function startWithStandby(
  until: Until,
  settings: Readonly<Record<string, string>> = {},
  wayOf = async (primary: string) => primary,
): Promise<{ primary: OwnPostgres; standby: OwnPostgres }> {
  const primary = await startOwnPostgres(until, settings)
  await primary.stop()
  const folder = await copyFolder(primary.folder, until)
  await writeFile(join(folder, 'cluster', 'data', 'standby.signal'), '')
  await primary.start()
  const { hostname, port, password } = new URL(await wayOf(primary.url))
  const way = `host=${hostname} port=${port} user=postgres password=${password} application_name=standby`
  return { primary, standby: await startOwnPostgres(until, { primary_conninfo: way }, folder) }
}

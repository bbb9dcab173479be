import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { makeFolder } from './folder'
import { freePort } from './free-port'
import type { Until } from './until'

const program = process.env['PGBOUNCER'] ?? 'pgbouncer'

/** Says why this machine cannot run a test behind PgBouncer, and what to install. `undefined` where it can. */
export function missingPgbouncer(): string | undefined {
  return spawnSync(program, ['--version']).error
    ? `no ${program}: apt-get install pgbouncer, or set PGBOUNCER to the program`
    : undefined
}

/** Starts a PgBouncer in transaction mode before the database of `url`. Returns the URL of the same database behind it. */
export async function startPgbouncer(url: string, until: Until): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = await makeFolder(until)
  const file = join(folder, 'pgbouncer.ini')
  const listenPort = await freePort()
  const database = pathname.slice(1)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    // Fewer connections than a store has, so that transactions of a connection run on different ones.
    default_pool_size: 3,
  }
  await writeFile(
    file,
    [
      '[databases]',
      `${database} = host=${hostname} port=${port} dbname=${database} user=${username} password='${password}'`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  )
  // PgBouncer does not run as root, and the user as which it runs instead has to read the file.
  await chmod(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  // The shell sees its standard input end together with this process.
  const guard = spawn('sh', ['-c', '"$0" "$@" & read -r _; kill -9 $!', program, ...asUser, file], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let log = ''
  guard.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const closed = once(guard, 'close')
  until(async () => {
    guard.stdin.end()
    await closed
  })
  await vi.waitFor(() => accepts(listenPort, () => log), { timeout: 60_000, interval: 20 })
  return `postgres://anybody@127.0.0.1:${listenPort}/${database}`
}

async function accepts(port: number, log: () => string): Promise<void> {
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect').catch(() => {
    throw new Error(`PgBouncer takes no connection: ${log()}`)
  })
  socket.destroy()
}

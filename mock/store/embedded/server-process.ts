import { spawn } from 'node:child_process'
import { open, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, restoreCure } from './cluster'
import type { Programs } from './programs'

/** A PostgreSQL that runs, started by this process or by another one. */
export interface ServerProcess {
  /** Resolves as soon as it no longer runs. */
  ended: Promise<void>
  /** Stops it, where this process started it. */
  stop(): Promise<void>
}

// The guard stands between this process and PostgreSQL: it stops PostgreSQL as soon as its standard input ends, which it
// does whatever becomes of this process, a kill included. It belongs to no terminal, so that Ctrl-C reaches this process
// alone, which then finishes its requests first.
const guard = `
const { spawn } = require('node:child_process')
const { rmSync } = require('node:fs')
const { program, args, account, removed } = JSON.parse(process.argv[1])
const server = spawn(program, args, { cwd: '/', ...account, stdio: ['ignore', 'inherit', 'inherit'] })
const stop = () => {
  server.kill('SIGINT')
  setTimeout(() => server.kill('SIGQUIT'), 20_000).unref()
}
process.stdin.on('end', stop).on('error', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
server.on('error', () => process.exit(1))
server.on('exit', (code) => {
  if (removed) rmSync(removed, { recursive: true, force: true })
  process.exit(code ?? 1)
})
`

/** Options of {@link startServer}. */
export interface ServerOptions {
  /** Further settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>>
  /** A folder to remove at the end, however this process ends. */
  removed?: string
}

// A PostgreSQL prints one of these while another one starts or ends on the same data or port.
const passing = /lock file|in use|could not bind/

/** Starts PostgreSQL on a cluster, or joins the one that runs on it already, and waits until it takes connections. */
export async function startServer(
  programs: Programs,
  cluster: Cluster,
  options: ServerOptions = {},
): Promise<ServerProcess> {
  let port = await cluster.port()
  await removeStalePid(cluster)
  for (let attempt = 0; ; attempt++) {
    const running = await joinServer(cluster)
    if (running) return running
    const started = await tryStart(programs, cluster, port, options)
    if (typeof started === 'object') return started
    if (attempt >= (passing.test(started) ? 20 : 2)) {
      const told = `${lastLines(started)}. Its log is ${cluster.log}. ${restoreCure}`
      throw new Error(`PostgreSQL does not start on ${cluster.data}: ${told}`)
    }
    if (/could not bind|Address already in use/.test(started)) port = await cluster.movePort()
    // Another process may be starting it at this moment, or the last one is still ending.
    await delay(100 + Math.random() * 100)
  }
}

/** Joins the PostgreSQL that another process has started. */
async function joinServer(cluster: Cluster): Promise<ServerProcess | undefined> {
  const pid = await readyPid(cluster)
  if (pid === undefined) return undefined
  let left = false
  const watch = async () => {
    while (!left && isAlive(pid)) await delay(250, undefined, { ref: false })
  }
  return { ended: watch(), stop: async () => void (left = true) }
}

/** Returns the server, or what it printed before it ended. */
async function tryStart(
  { postgres, account }: Programs,
  cluster: Cluster,
  port: number,
  { settings = {}, removed }: ServerOptions,
): Promise<ServerProcess | string> {
  const fixed = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    lc_messages: 'C',
  }
  const set = Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const task = { program: postgres, args: ['-D', cluster.data, ...set], account, removed }
  const log = await open(cluster.log, 'a')
  const before = (await log.stat()).size
  const child = spawn(process.execPath, ['-e', guard, JSON.stringify(task)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  let ended = false
  const end = new Promise<void>((resolve) => {
    const finish = () => {
      ended = true
      resolve()
    }
    child.once('exit', finish).once('error', finish)
  })
  await log.close()
  child.stdin?.on('error', () => {})
  // The child keeps this process alive no longer. Its input, which is only written to, never did.
  child.unref()

  while (!ended && (await readyPid(cluster)) === undefined) await delay(15)
  if (ended) return (await readFile(cluster.log, 'utf8')).slice(before)
  return {
    ended: end,
    async stop() {
      child.ref()
      child.stdin?.end()
      await end
    },
  }
}

/** The process id of the server, as soon as it takes connections. */
async function readyPid({ data }: Cluster): Promise<number | undefined> {
  const [pid, , , , , , , state] = await pidLines(data)
  return state?.trim() === 'ready' && isAlive(Number(pid)) ? Number(pid) : undefined
}

const pidFile = (data: string) => join(data, 'postmaster.pid')

async function pidLines(data: string): Promise<string[]> {
  return (await readFile(pidFile(data), 'utf8').catch(() => '')).split('\n')
}

/**
 * Removes the file with the process id of a server that a power loss has ended, where another program has that id by now: PostgreSQL
 * takes it for the server. Where the system does not tell what runs under an id, the port tells whether it is a server that is ready.
 */
async function removeStalePid({ data }: Cluster): Promise<void> {
  const [pid = '', , , port, , , , state] = await pidLines(data)
  // A power loss may have left it empty. A PostgreSQL that starts has written it within moments.
  if (pid === '') {
    if (await isEmptyFile(pidFile(data))) await delay(1_000)
    if (await isEmptyFile(pidFile(data))) await rm(pidFile(data), { force: true })
    return
  }
  if (!isAlive(Number(pid))) return
  const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  const isForeign =
    program === undefined
      ? state?.trim() === 'ready' && !(await listens(Number(port)))
      : program.trim() !== 'postgres' || (folder !== undefined && folder !== (await realpath(data)))
  if (isForeign) await rm(pidFile(data), { force: true })
}

const isEmptyFile = async (path: string) => (await stat(path).catch(() => undefined))?.size === 0

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The last lines that tell a reason: after a failure PostgreSQL logs the steps of its end. */
function lastLines(text: string): string {
  const lines = text.trim().split('\n')
  const reasons = lines.filter((line) => !line.includes(' LOG:  '))
  // The time and the process id in front of a line say nothing about the reason.
  const texts = (reasons.length > 0 ? reasons : lines).map((line) => line.replace(/^\d{4}-.*? \[\d+\] /, ''))
  return texts.slice(-3).join(' ').replace(/\.$/, '')
}

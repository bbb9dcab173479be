import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const longestRun = 300_000

/** A server in a process of its own. */
export interface ServerProcess {
  baseUrl: string
  pid: number
  stop(): Promise<void>
}

/** The mock's command, built. */
export const mockCommand = (...args: string[]): string[] => [
  'mock/bin/event-delivery-mock.js',
  '--port',
  '0',
  '--json',
  ...args,
]

/** A script of `processes/`, on the built packages. */
export const script = (name: string, ...args: string[]): string[] => [
  '--import',
  'tsx',
  `test/bench/processes/${name}.ts`,
  ...args,
]

/** Starts a server and waits for its first line, which is JSON with its `baseUrl`. */
export async function startServer(args: string[]): Promise<ServerProcess> {
  const child = start(args)
  const exited = once(child, 'exit')
  const said = lastOf(child)
  const failed = exited.then(([code]) => {
    throw new Error(`${args.join(' ')} ended with status ${String(code)} before it listened. ${said()}`)
  })
  // Later it ends because it is stopped.
  failed.catch(() => {})
  const first = Promise.race([once(createInterface({ input: child.stdout! }), 'line'), failed])
  const { baseUrl } = JSON.parse(String((await first)[0])) as { baseUrl: string }
  return {
    baseUrl,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      const forced = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exited
      clearTimeout(forced)
    },
  }
}

/** Runs a script to its end and reads the JSON that it prints. */
export async function runScript<T>(args: string[]): Promise<T> {
  const child = start(args)
  const said = lastOf(child)
  const forced = setTimeout(() => child.kill('SIGKILL'), longestRun)
  const exited = once(child, 'exit') as Promise<[number | null]>
  const [printed, [code]] = await Promise.all([text(child.stdout!), exited])
  clearTimeout(forced)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with status ${String(code)}. ${said()}`)
  return JSON.parse(printed) as T
}

/** What a process last said on its standard error. */
function lastOf(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-2_000)
  })
  return () => said
}

/** Starts `node` on `args` from the root of the repository. */
function start(args: string[]): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, TSX_TSCONFIG_PATH: 'test/bench/tsconfig.built.json' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

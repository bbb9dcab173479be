import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { root } from './root'

/** The scripts of the built commands, by their paths in the repository. */
export const commands = {
  sdk: 'src/bin/event-delivery.js',
  mock: 'mock/bin/event-delivery-mock.js',
  conformance: 'test/contract/bin/event-delivery-conformance.js',
}

/** How a process ended, and all that it printed. */
export interface Outcome {
  /** `null` where a signal ended the process. */
  status: number | null
  out: string
  err: string
}

/** A process that runs. */
export type NodeProcess = ReturnType<typeof startNode>

/** Options of {@link startNode}. */
export interface NodeProcessOptions {
  /** The root of the repository unless given. */
  cwd?: string
  /** The whole environment. That of this process unless given. */
  env?: NodeJS.ProcessEnv
  /** Milliseconds after which the process is ended by force. */
  timeLimit?: number
  /** Sees all that was printed so far, each time that the process prints. */
  onOutput?: (out: string, pid: number) => void
}

/** Starts `node` with `args`. */
export function startNode(args: readonly string[], options: NodeProcessOptions = {}) {
  const { cwd = root, env, timeLimit, onOutput } = options
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeLimit,
    killSignal: 'SIGKILL',
  })
  const pid = child.pid!
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    onOutput?.(out, pid)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'close').then(([status]: (number | null)[]): Outcome => {
    return { status: status ?? null, out, err }
  })

  return {
    child,
    pid,
    ended,
    /** Resolves with the first line that the process prints. Rejects where it ends before. */
    async firstLine() {
      while (!out.includes('\n')) {
        const heard = await Promise.race([ended, once(child.stdout, 'data')])
        if ('status' in heard) throw new Error(`${args.join(' ')} printed no line before its end. ${err}`)
      }
      return out.slice(0, out.indexOf('\n'))
    },
    /** Asks the process to end, and ends it by force when it has not done so within a minute. */
    async stop() {
      child.kill('SIGTERM')
      const forced = setTimeout(() => child.kill('SIGKILL'), 60_000)
      const outcome = await ended
      clearTimeout(forced)
      return outcome
    },
  }
}

/** The resident memory of a process in MiB, as Linux counts it. */
export function residentOf(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) / 1_024
}

/** A server that runs as a process of its own. */
export interface ServerProcess {
  baseUrl: string
  pid: number
  stop(): Promise<void>
}

/** Starts a server and waits for its first line, which is JSON and names its `baseUrl`. */
export async function startServer<More extends object>(
  args: readonly string[],
  options?: NodeProcessOptions,
): Promise<ServerProcess & More> {
  const { pid, firstLine, stop } = startNode(args, options)
  const line = JSON.parse(await firstLine()) as { baseUrl: string } & More
  return { ...line, pid, stop: async () => void (await stop()) }
}

/** A backend that runs as a process of its own. `ca` is the path of the certificate to trust. */
export type BackendProcess = ServerProcess & { ca: string }

/** Starts `event-delivery-mock --tls` with further `args` on a free port and waits until it listens. */
export function startBackend(args: readonly string[] = []): Promise<BackendProcess> {
  return startServer([commands.mock, '--tls', '--port', '0', '--json', ...args])
}

/** Runs the conformance command to its end. */
export function runConformance(args: readonly string[]): Promise<Outcome> {
  return startNode([commands.conformance, ...args]).ended
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A backend that runs as a process of its own. */
export interface BackendProcess {
  baseUrl: string
  /** Path of the certificate to trust. */
  ca: string
  pid: number
  stop(): Promise<void>
}

/** Starts `event-delivery-mock --tls` on a free port and waits until it listens. */
export async function startBackend(): Promise<BackendProcess> {
  const child = run('mock/bin/event-delivery-mock.js', ['--tls', '--port', '0', '--json'], 'pipe')
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout! })
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(([code]) => {
      throw new Error(`The backend ended with status ${String(code)} before it listened.`)
    }),
  ])
  const { baseUrl, ca } = JSON.parse(first) as { baseUrl: string; ca: string }
  return {
    baseUrl,
    ca,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Runs the conformance command, its output going where ours goes, and resolves to its exit status. */
export async function runConformance(args: string[]): Promise<number> {
  const child = run('test/contract/bin/event-delivery-conformance.js', args, 'inherit')
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 2
}

function run(script: string, args: string[], stdout: 'pipe' | 'inherit'): ChildProcess {
  return spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', stdout, 'inherit'] })
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A backend that runs as a process of its own. */
export interface BackendProcess {
  baseUrl: string
  /** Path of the certificate to trust. */
  ca: string
  pid: number
  stop(): Promise<void>
}

/** Starts `event-delivery-mock --tls` with further `args` on a free port and waits until it listens. */
export async function startBackend(args: string[] = []): Promise<BackendProcess> {
  const child = run('mock/bin/event-delivery-mock.js', ['--tls', '--port', '0', '--json', ...args])
  const log = text(child.stderr!)
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout! })
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(async ([code]) => {
      throw new Error(`The backend ended with status ${String(code)} before it listened. ${await log}`)
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

/** Runs the conformance command to its end. */
export async function runConformance(args: string[]): Promise<{ status: number; output: string }> {
  const child = run('test/contract/bin/event-delivery-conformance.js', args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { status: code ?? 2, output: stdout + stderr }
}

function run(script: string, args: string[]): ChildProcess {
  return spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
}

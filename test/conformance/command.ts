import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { main } from '../contract/command/main'

const bin = fileURLToPath(new URL('../contract/bin/event-delivery-conformance.js', import.meta.url))

/** How a command ended. */
export interface Outcome {
  status: number | null
  out: string
  err: string
}

/** The command in this process, which spares its start: for what is not about processes. */
export async function callCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  let [out, err] = ['', '']
  const status = await main(args, {
    env,
    print: (text) => void (out += `${text}\n`),
    complain: (text) => void (err += `${text}\n`),
    signal: new AbortController().signal,
  })
  return { status, out, err }
}

/** Starts the built command; `watch` sees all that it has printed so far, each time it prints. */
export function runCommand(
  args: readonly string[],
  watch: (out: string, pid: number) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { env: { PATH: process.env.PATH, ...env } })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      watch(out, child.pid as number)
    })
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.on('close', (status) => resolve({ status, out, err }))
  })
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { commands, type NodeProcess, startNode, startServer } from '../support/processes'

/** Starts the built mock for one test. */
export async function startMock(args: readonly string[] = []) {
  const server = await startServer([commands.mock, '--port', '0', '--json', ...args])
  onTestFinished(() => server.stop())
  return server
}

/** The environment of a user whose settings name a service. */
export const settings = (baseUrl: string, more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  EVENT_DELIVERY_BASE_URL: baseUrl,
  EVENT_DELIVERY_API_KEY: 'sk_test_mock',
  ...more,
})

/** Starts the built command, with no environment but the one that is given. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): NodeProcess {
  const started = startNode([commands.sdk, ...args], { env })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

/** Runs the built command to its end. */
export const run = (args: readonly string[], env?: NodeJS.ProcessEnv) => start(args, env).ended

/** A command that goes on, with what it has printed so far. */
export function watch(args: readonly string[], env: NodeJS.ProcessEnv) {
  let printed = ''
  const started = startNode([commands.sdk, ...args], { env, onOutput: (out) => (printed = out) })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return {
    ...started,
    prints: (pattern: RegExp) =>
      eventually(() => {
        if (!pattern.test(printed)) throw new Error(`${pattern} is not in ${printed}`)
      }),
    interrupt() {
      started.child.kill('SIGINT')
      return started.ended
    },
  }
}

/** Writes a file for the duration of the test. */
export async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await makeFolder(onTestFinished), name)
  await writeFile(path, content)
  return path
}

/** The lines of a standard output as records. */
export const records = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

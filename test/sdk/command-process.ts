import { onTestFinished } from 'vitest'
import { eventually } from '../support/eventually'
import { commands, startNode, startServer } from '../support/processes'

export { settings } from './command-line'

/** Starts the built mock for one test. */
export async function startMock(args: readonly string[] = []) {
  const server = await startServer([commands.mock, '--port', '0', '--json', ...args])
  onTestFinished(() => server.stop())
  return server
}

/** Starts the built command in a process of its own, with no environment but the one that is given. */
export function watch(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
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

/** Runs the built command to its end. */
export const run = (...given: Parameters<typeof watch>) => watch(...given).ended

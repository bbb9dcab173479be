import { main } from '../contract/command/main'
import { commands, startNode, type Outcome } from '../support/processes'

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
  watch?: (out: string, pid: number) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const surroundings = { PATH: process.env.PATH, ...env }
  return startNode([commands.conformance, ...args], { env: surroundings, onOutput: watch }).ended
}

import { expect } from 'vitest'
import { main } from '../contract/command/main'
import { commands, startNode, type Outcome } from '../support/processes'

/** Runs the command in this process, which spares the start of another one. */
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

/** The message of a command that refuses its arguments: it ends in status 2, and has printed nothing else. */
export async function refusalOf(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<string> {
  const { status, out, err } = await callCommand(args, env)
  expect({ status, out }, err).toEqual({ status: 2, out: '' })
  return err
}

/** Starts the built command. `watch` sees all that it has printed so far, each time it prints, and may end it. */
export function runCommand(
  args: readonly string[],
  watch: (out: string, kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { child, ended } = startNode([commands.conformance, ...args], {
    env: { PATH: process.env.PATH, ...env },
    onOutput: (out) => watch(out, (signal) => child.kill(signal)),
  })
  return ended
}

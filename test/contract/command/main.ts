import { CommanderError } from 'commander'
import { cleanUpAfter } from './clean-up'
import { createInProcessReceiver } from '../receiver/in-process'
import { diffFiles } from './diff'
import { dryRun } from './dry-run'
import { judge, type RunSurroundings } from './judge'
import { inert, oneLine } from '../reports/inert'
import { listLines } from './terminal'
import { takesDeliveries } from './receiver'
import { prepare } from './prepare'
import { readCommand, type CommandOptions } from './options'
import { select } from './selection'
import { withoutSecrets } from './usage-error'
import type { LiveTerminal } from './progress'

/** The parts of a process that the command uses. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  print: (text: string) => void
  complain: (text: string) => void
  /** A terminal that can rewrite its last line. Without one the command prints a line for each check. */
  terminal?: LiveTerminal
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** The exit status of a command that could not do what it was asked to. */
export const couldNotRun = 2

/** Runs the command and resolves to its exit status. Never rejects. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const complain = (text: string) => surroundings.complain(inert(withoutSecrets(text)))
  // A text that a service sent must steer neither the terminal nor the runner of a CI service.
  const print = (text: string) => surroundings.print(inert(text))
  try {
    const task = readCommand(args, surroundings.env, { print, complain })
    if ('options' in task)
      return await run(task.options, args, { ...surroundings, print, complain, annotate: surroundings.print })
    const lines = await diffFiles(...task.diff)
    print(lines.length > 0 ? lines.map(oneLine).join('\n') : 'They are the same.')
    return lines.length > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 || error.code === 'commander.help' ? 0 : couldNotRun
    complain(oneLine(error instanceof Error ? error.message : String(error)))
    return couldNotRun
  }
}

async function run(
  options: CommandOptions,
  args: readonly string[],
  { env, print, complain, annotate, signal, terminal }: Surroundings & Pick<RunSurroundings, 'annotate'>,
): Promise<number> {
  if (options.list) {
    print(listLines(select(options.only, options.quick).checks))
    return 0
  }
  const prepared = await prepare(options, env)
  const { target, checks, settings, network } = prepared
  try {
    if (options.dryRun) {
      const receiver = takesDeliveries(options) ? createInProcessReceiver() : undefined
      print(dryRun({ ...target, receiver }, checks, settings))
      return 0
    }
    if (options.cleanup !== undefined)
      return await cleanUpAfter(options.cleanup, target, { ...settings, signal }, print)
    return await judge(options, prepared, { args, env, print, complain, annotate, signal, terminal })
  } finally {
    await network.close()
  }
}

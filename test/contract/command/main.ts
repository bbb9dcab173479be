import { readCommandLine } from '../../../src/core/commands/command-line'
import { failureLine, withoutSecrets } from '../../../src/core/commands/usage-error'
import { createInProcessReceiver } from '../receiver/in-process'
import { inert } from '../reports/inert'
import { cleanUpAfter } from './clean-up'
import { diffFiles, diffLines } from './diff'
import { dryRun } from './estimate'
import { judge } from './judge'
import { prepare, select } from './prepare'
import { type CommandOptions, program, type RunSurroundings, type Surroundings } from './program'
import { takesDeliveries } from './receiver'
import { withRepeated } from './rerun'
import { listLines } from './terminal'
import { assertComparable, compare } from './twin'

/** The exit status of a command that could not do what it was asked to. */
export const couldNotRun = 2

/** Runs the command and resolves to its exit status. Never rejects. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const complain = (text: string) => surroundings.complain(inert(withoutSecrets(text)))
  // A text that a service sent must steer neither the terminal nor the runner of a CI service.
  const print = (text: string) => surroundings.print(inert(text))
  try {
    return await obey(args, { ...surroundings, args, print, complain, annotate: surroundings.print })
  } catch (error) {
    complain(failureLine(program.name, error))
    return couldNotRun
  }
}

/** Obeys a command line. One that was read again has the flags of an earlier run already. */
async function obey(
  args: readonly string[],
  surroundings: RunSurroundings,
  isReadAgain = false,
): Promise<number> {
  const { env, print } = surroundings
  const line = readCommandLine(program, args, env)
  if (line.text !== undefined) {
    print(line.text)
    return 0
  }
  const options = { ...line.flags, mode: line.flags.mode ?? 'non-disruptive' }
  if (line.command.name === 'diff') {
    const [before = '', after = ''] = line.args
    const found = diffFiles(before, after, options.html)
    print(diffLines(found))
    return found.length > 0 ? 1 : 0
  }
  const { repeat, baseUrl } = options
  if (repeat === undefined || isReadAgain) return run(line.command.name === 'twin', options, surroundings)
  const whole = withRepeated(repeat, args, baseUrl !== undefined)
  return obey(whole, { ...surroundings, args: whole }, true)
}

/** Judges a deployment, or compares it with its twin, and closes the way to it. */
async function run(isComparison: boolean, options: CommandOptions, surroundings: RunSurroundings) {
  const { env, print, signal } = surroundings
  if (options.list) {
    print(listLines(select(options.only, options.quick).checks))
    return 0
  }
  if (isComparison) assertComparable(options)
  const prepared = await prepare(options, env)
  const { target, checks, settings, network } = prepared
  try {
    if (isComparison) return await compare(options, prepared, surroundings)
    if (options.dryRun) {
      const receiver = takesDeliveries(options) ? createInProcessReceiver() : undefined
      print(dryRun({ ...target, receiver }, checks, settings))
      return 0
    }
    if (options.cleanup !== undefined)
      return await cleanUpAfter(options.cleanup, target, { ...settings, signal }, print)
    return await judge(options, prepared, surroundings)
  } finally {
    await network.close()
  }
}

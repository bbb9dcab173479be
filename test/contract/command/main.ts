import { CommanderError } from 'commander'
import { cleanUpAfter } from './clean-up'
import { createInProcessReceiver } from '../receiver/in-process'
import { assertComparable, compare } from './twin'
import { diffFiles, diffLines } from './diff'
import { judge } from './judge'
import { inert, oneLine } from '../reports/inert'
import { listLines } from './terminal'
import { takesDeliveries } from './receiver'
import { prepare } from './prepare'
import { readCommand, type CommandOptions } from './options'
import { select } from './selection'
import { withRepeated } from './repeat'
import { withoutSecrets } from './usage-error'
import { count } from '../reports/appearance'
import { estimateRun } from './estimate'
import type { RunSurroundings, Surroundings } from './surroundings'
import type { Check } from '../engine/check'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

/** The exit status of a command that could not do what it was asked to. */
export const couldNotRun = 2

/** Runs the command and resolves to its exit status. Never rejects. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const complain = (text: string) => surroundings.complain(inert(withoutSecrets(text)))
  // A text that a service sent must steer neither the terminal nor the runner of a CI service.
  const print = (text: string) => surroundings.print(inert(text))
  try {
    const output = { ...surroundings, print, complain }
    const task = readCommand(args, surroundings.env, output)
    if ('options' in task) {
      const { options, whole } = await repeated(task.options, args, output)
      return await run(options, { ...output, args: whole, annotate: surroundings.print })
    }
    if ('twin' in task) return await runTwin(task.twin, args, output)
    const found = await diffFiles(task.diff)
    print(diffLines(found))
    return found.length > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 || error.code === 'commander.help' ? 0 : couldNotRun
    complain(oneLine(error instanceof Error ? error.message : String(error)))
    return couldNotRun
  }
}

/** The options of a command line and its words, with those that `--repeat` adds. */
async function repeated(
  options: CommandOptions,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<{ options: CommandOptions; whole: readonly string[] }> {
  const { repeat, baseUrl } = options
  if (repeat === undefined) return { options, whole: args }
  const whole = await withRepeated(repeat, args, baseUrl !== undefined)
  const task = readCommand(whole, surroundings.env, surroundings)
  return 'options' in task ? { options: task.options, whole } : { options, whole }
}

async function run(options: CommandOptions, surroundings: RunSurroundings): Promise<number> {
  const { env, print, signal } = surroundings
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
    return await judge(options, prepared, surroundings)
  } finally {
    await network.close()
  }
}

/** Compares a deployment with its twin, and closes the way to the deployment. */
async function runTwin(
  options: CommandOptions,
  args: readonly string[],
  { env, print, complain, signal }: Surroundings,
): Promise<number> {
  assertComparable(options)
  const prepared = await prepare(options, env)
  try {
    return await compare(options, prepared, { args, print, complain, signal })
  } finally {
    await prepared.network.close()
  }
}

/**
 * Tells what a run would send, a line a check, without sending anything. A test keeps the figures true of the reference backend;
 * on another deployment they are near, not exact.
 */
function dryRun(target: Target, checks: readonly Check[], options: RunOptions): string {
  const estimate = estimateRun(target, checks, options)
  const width = Math.max(...checks.map(({ id }) => id.length))
  const lines = estimate.checks.map((one) => {
    const name = one.id.padEnd(width)
    if ('obstacle' in one) return `${name}  none: ${one.obstacle}`
    return `${name}  ${String(one.requests).padStart(4)} requests, ${String(one.writes).padStart(4)} writes`
  })
  const { mode = 'non-disruptive', rate = Infinity } = options
  const { requests, writes, together } = estimate
  const lasts = rate === Infinity ? '' : `, ${Math.ceil(requests / rate)} s at ${rate} a second`
  const shared = together
    ? ['What several checks need counts for', 'the first of them.']
    : ['What several checks need counts', 'for each of them, and is sent once.']
  const about = checks.length > 1 && !together ? 'At most' : 'About'
  return [
    ...lines,
    '',
    `${about} ${count(requests, 'request')}, ${writes} of them writes (mode ${mode})${lasts}. Nothing was sent.`,
    `Counted where the lists were empty and the idempotency key had its usual name. ${shared[0]}`,
    `${shared[1]} Longer lists, other names and 429s take more requests; choices that end a check early take fewer.`,
  ].join('\n')
}

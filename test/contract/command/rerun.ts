import { readJson } from '../../../src/core/commands/files'
import { splitLine, type GivenFlag } from '../../../src/core/commands/command-line'
import { flagOf } from '../../../src/core/commands/flags'
import { UsageError } from '../../../src/core/commands/usage-error'
import type { Report } from '../engine/report'
import { oneLine } from '../reports/inert'
import { flags, type OptionName, type SuiteFlag } from './flags'
import { commandName } from '../reports/rerun'
import { quotedAround, shellWord } from '../../../src/core/shell'

type Given = GivenFlag<OptionName>

/** The flags of a command line, in their order. */
const givenIn = (args: readonly string[]): readonly Given[] => splitLine(flags, args).given

const usesOf = (name: OptionName): SuiteFlag<unknown> => flags[name]

/** The words of a command line that gives these flags. */
const writeWords = (given: readonly Given[]): string[] =>
  given.flatMap(({ name, text }) => (text === undefined ? [flagOf(name)] : [flagOf(name), text]))

/**
 * The command of this run for another task at the same deployment. A key that stood on the line is written as the variable by which
 * evidence shows it, too.
 */
export function repeatCommand(args: readonly string[], baseUrl: string, ...more: readonly string[]): string {
  const counts = new Map<string, number>()
  const kept = givenIn(args)
    .filter(({ name }) => !usesOf(name).onlyOnce)
    .map(({ name, text }) => {
      const index = (counts.get(name) ?? 0) + 1
      counts.set(name, index)
      return { name, text: text && (usesOf(name).asVariable?.(text, index) ?? text) }
    })
  const words = ['--base-url', baseUrl, ...writeWords(kept), ...more]
  return [
    commandName,
    ...words.map((word) => (/\$EVENT_/.test(word) ? quotedAround(word) : shellWord(word))),
  ].join(' ')
}

/** The command of this run for one check alone. */
export function rerunLine(args: readonly string[], baseUrl: string, seed: number): (id: string) => string {
  return (id) => repeatCommand(args, baseUrl, '--seed', String(seed), '--only', id)
}

/** The flags of a run that its report keeps, so that `--repeat` can make the run again. None of them is a key. */
export function invocationOf(args: readonly string[], mode: string, seed: number): { args: string[] } {
  const own = givenIn(args).filter(({ name }) => usesOf(name).ofTheRun && name !== 'mode' && name !== 'seed')
  return { args: ['--mode', mode, ...writeWords(own), '--seed', String(seed)] }
}

/** A line that says which variables the commands in a text take keys from; nothing where all of them are set. */
export function exportHint(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const named = new Set([...text.matchAll(/\$(EVENT_DELIVERY_\w+)/g)].map(([, name = '']) => name))
  const unset = [...named].filter((name) => !env[name]).sort()
  if (unset.length === 0) return undefined
  return `These commands take keys from variables. Before them: export ${unset.map((name) => `${name}=...`).join(' ')}`
}

/**
 * The command line with the flags that the report of an earlier run adds to it. A flag of the line stands in for all of its name in
 * the report. Neither keys nor the deployment are taken from the report, which anybody may have written. Throws a `UsageError` where it is
 * no report.
 */
export function withRepeated(path: string, args: readonly string[], hasBaseUrl: boolean): string[] {
  const report = (readJson('--repeat', path) ?? {}) as Partial<Report>
  const words = wordsOf(report)
  if (words === undefined)
    throw new UsageError(`--repeat ${path} is no report of a run that tells its seed, as --json writes it.`)
  if (!hasBaseUrl) {
    const of = oneLine(String(report.target?.baseUrl))
    throw new UsageError(
      `--base-url is missing. No report decides where keys are sent: the one of --repeat is of ${of}, so add --base-url ${of} if that is right.`,
    )
  }
  const given = new Set(givenIn(args).map(({ name }) => name))
  const added = givenIn(words).filter(({ name }) => usesOf(name).ofTheRun && !given.has(name))
  return [...writeWords(added), ...args]
}

/** The flags of a run. A program that made the run gave no words, and its settings say the same. */
function wordsOf({ mode, seed, settings, invocation }: Partial<Report>): string[] | undefined {
  if (typeof mode !== 'string' || typeof seed !== 'number') return undefined
  const args: unknown = invocation?.args
  if (Array.isArray(args) && args.every((one) => typeof one === 'string')) return args
  const { samples, rate, plan } = settings ?? {}
  const numbers = Object.entries({ seed, samples, rate, plan }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  return ['--mode', mode, ...numbers]
}

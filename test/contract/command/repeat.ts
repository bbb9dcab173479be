import { oneLine } from '../reports/inert'
import { readJson } from './files'
import { readWords, writeWords } from './words'
import { UsageError } from './usage-error'
import type { Report } from '../engine/report'

/**
 * The command line with the flags that the report of an earlier run adds to it. A flag of the line stands in for all of its name in
 * the report. Neither keys nor the deployment are taken from the report, which anybody may have written. Throws a `UsageError` where it is
 * no report.
 */
export async function withRepeated(
  path: string,
  args: readonly string[],
  hasBaseUrl: boolean,
): Promise<string[]> {
  const report = ((await readJson('--repeat', path)) ?? {}) as Partial<Report>
  const words = wordsOf(report)
  if (words === undefined)
    throw new UsageError(`--repeat ${path} is no report of a run that tells its seed, as --json writes it.`)
  if (!hasBaseUrl) {
    const of = oneLine(String(report.target?.baseUrl))
    throw new UsageError(
      `--base-url is missing. No report decides where keys are sent: the one of --repeat is of ${of}, so add --base-url ${of} if that is right.`,
    )
  }
  const given = new Set(readWords(args).map(({ name }) => name))
  const added = readWords(words).filter(({ name, flag }) => flag.ofTheRun && !given.has(name))
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

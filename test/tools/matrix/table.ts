import { program } from 'commander'
import type { Tally } from './cases'

/** A line of a table of the matrix: its subject, and how that is judged. */
export interface Row {
  name: string
  /** Resolves with the tally, or with why this machine cannot judge the subject. */
  run(): Promise<Tally | string>
}

/** Judges the rows one after the other, and prints a line for each. `--only TEXT` chooses those whose name contains the text. */
export async function printTable(rows: readonly Row[]): Promise<void> {
  const { only } = program
    .option('--only <text>', 'judge the rows alone whose name contains the text', '')
    .parse()
    .opts<{ only: string }>()
  for (const row of rows.filter(({ name }) => name.includes(only)))
    process.stdout.write(`${row.name.padEnd(36)} ${await judge(row)}\n`)
}

/** The text of a line. A row that fails makes the process end with status 1. */
async function judge({ run }: Row): Promise<string> {
  const result = await run().catch((error: unknown) => tallied([[messageOf(error)]]))
  if (typeof result === 'string') return `skipped: ${result}`
  const { passed, of, failures } = result
  if (passed < of) process.exitCode = 1
  return [`passed ${passed} of ${of}`, ...failures].join('\n').replaceAll('\n', '\n    ')
}

/** The tally of judgements that each return what was wrong. */
export function tallied(found: readonly string[][]): Tally {
  const passed = found.filter((failures) => failures.length === 0).length
  return { passed, of: found.length, failures: found.flat() }
}

/** Runs judgements one after the other, of which each throws what was wrong. */
export async function tally(
  judgements: readonly [name: string, judge: () => Promise<unknown>][],
): Promise<Tally> {
  const found: string[][] = []
  for (const [name, judge] of judgements) {
    const judging = judge().then(
      () => [],
      (error: unknown) => [`${name}: ${messageOf(error)}`],
    )
    found.push(await judging)
  }
  return tallied(found)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The tally that a program printed as its last line. */
export const printedTally = (printed: string) => JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Tally

import type { Tally } from '../tools/matrix/cases'

/** A line of the table: its subject, and how that is judged. */
export interface Row {
  name: string
  /** Says why this machine cannot judge it, and what to install. `undefined` where it can. */
  missing?(): string | undefined
  run(): Promise<Tally>
}

/** Runs judgements one after the other, and counts those that did not throw. */
export async function tally(
  judgements: readonly [name: string, judge: () => Promise<unknown>][],
): Promise<Tally> {
  const failures: string[] = []
  for (const [name, judge] of judgements) {
    try {
      await judge()
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
    }
  }
  return { passed: judgements.length - failures.length, of: judgements.length, failures }
}

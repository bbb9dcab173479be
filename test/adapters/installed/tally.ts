/** The result of some judgements: how many passed, how many there were, and the faults that were found. */
export interface Tally {
  passed: number
  of: number
  failures: string[]
}

/** Runs judgements one after the other, each of which throws where something is wrong, and prints the tally as one line of JSON. */
export async function tally(judgements: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const failures: string[] = []
  for (const [name, judge] of Object.entries(judgements)) {
    await judge().catch((error: unknown) => failures.push(`${name}: ${String(error)}`))
  }
  const of = Object.keys(judgements).length
  process.stdout.write(`${JSON.stringify({ passed: of - failures.length, of, failures })}\n`)
}

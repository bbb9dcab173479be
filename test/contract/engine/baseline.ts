import { concluding, type MadeCheck } from './conclusions'
import { Violation } from './outcome'
import type { Check } from './check'
import type { CheckResult } from './report'
import type { KnownFailure } from './options'

const isOpen = ({ until }: KnownFailure) => Date.now() < Date.parse(`${until}T23:59:59.999Z`)

const nameOf = ({ check, rule }: KnownFailure) => check ?? rule ?? ''

function covers({ check, rule }: KnownFailure, { id, violates = [] }: CheckResult): boolean {
  // The excuse for a rule covers a check only where it found no other rule broken.
  return check === id || (rule !== undefined && violates.length > 0 && violates.every((one) => one === rule))
}

/** Makes a warning of a failure that is known. Any other result stays what it is. */
export function excuse(result: CheckResult, known: readonly KnownFailure[]): CheckResult {
  if (result.status !== 'failed') return result
  const entry = known.find((one) => covers(one, result) && isOpen(one))
  if (!entry) return result
  const message = `Known until ${entry.until} (${entry.reason}). ${result.message}`
  return { ...result, status: 'warned', message, knownUntil: entry.until }
}

/**
 * A failing `must` for each entry that is over: its last day has passed, or the check or rule that it names no longer
 * fails.
 */
export function baselineChecks(made: readonly MadeCheck[], known: readonly KnownFailure[]): Check[] {
  return known.flatMap((entry) => {
    const reason = isOpen(entry) ? reasonToRemove(entry, made) : `Its last day was ${entry.until}.`
    return reason === undefined ? [] : [failingCheck(entry, reason)]
  })
}

/** Why an entry has to be taken out, where all that it names was judged and none of it failed. */
function reasonToRemove(entry: KnownFailure, made: readonly MadeCheck[]): string | undefined {
  const named = made.filter(
    ({ result: { id, rules } }) => id === entry.check || rules.includes(entry.rule ?? ''),
  )
  const broken = named.some(({ result }) => result.violates !== undefined && covers(entry, result))
  const judged =
    named.length > 0 && named.every(({ result: { status } }) => status === 'passed' || status === 'warned')
  return judged && !broken ? 'What it names no longer fails: take it out.' : undefined
}

function failingCheck(entry: KnownFailure, reason: string): Check {
  return {
    id: `BASELINE-${nameOf(entry)}`,
    title: `the known failure ${nameOf(entry)} still holds`,
    ...concluding,
    rules: [],
    async run() {
      throw new Violation('BASELINE', reason, { expected: entry.reason })
    },
  }
}

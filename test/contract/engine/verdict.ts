import { isJudged, judgeRules } from './rule-states'
import type { CheckResult, Summary } from './report'
import type { Status, Verdict } from './vocabulary'

/** Counts results by status, and the rules of the interface that some check judged. */
export function summarize(results: readonly CheckResult[], flaky: number): Summary {
  const count = (status: Status) => results.filter((result) => result.status === status).length
  const rules = judgeRules(results)
  return {
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    observed: count('observed'),
    notApplicable: count('not-applicable'),
    couldNotRun: count('could-not-run'),
    errored: count('errored'),
    flaky,
    coverage: { judged: rules.filter(({ state }) => isJudged(state)).length, total: rules.length },
  }
}

/**
 * The verdict, by the first of these that holds: a broken `must`, a run that failed itself, a check that could not run.
 */
export function verdictOf(summary: Summary, error?: string): Verdict {
  if (summary.failed > 0) return 'non-conformant'
  if (error !== undefined || summary.errored > 0) return 'error'
  if (summary.couldNotRun > 0) return 'incomplete'
  // A run that judged nothing shows no conformance.
  return summary.passed + summary.warned + summary.observed > 0 ? 'conformant' : 'incomplete'
}

/**
 * The exit status of a verdict: 0 conformant, 1 non-conformant, 2 error, 3 incomplete.
 *
 * @example
 * process.exitCode = exitStatus((await runChecks(target, checks)).verdict)
 */
export function exitStatus(verdict: Verdict): number {
  return { conformant: 0, 'non-conformant': 1, error: 2, incomplete: 3 }[verdict]
}

import { rules } from '../../../generated/rules'
import type { Rule } from '../../../openapi/model'
import type { CheckResult, Report, Summary } from './report'
import type { RuleState, Status, Verdict } from './vocabulary'
export type { RuleState } from './vocabulary'

/** A rule, its state, and the results that concern it. */
export interface JudgedRule {
  rule: Rule
  state: RuleState
  results: readonly CheckResult[]
}

/** The state of each rule of the interface. */
export function judgeRules(all: readonly CheckResult[]): JudgedRule[] {
  return rules.map((rule) => {
    const results = all.filter((result) => result.rules.includes(rule.id))
    return { rule, results, state: stateOf(rule, results) }
  })
}

/** Whether a rule in this state was judged. */
export function isJudged(state: RuleState): boolean {
  return state === 'kept' || state === 'broken' || state === 'warned'
}

/**
 * Whether a run left out rules that can be judged. A rule of an operation that the deployment does not offer is not left out:
 * no flag would have it judged.
 */
export function isPartial({ checks }: Pick<Report, 'checks'>): boolean {
  return judgeRules(checks).some(({ state, results }) => {
    if (isJudged(state) || state === 'unjudgeable') return false
    const isOffered = results.some(
      ({ status, remedy }) => status !== 'not-applicable' || remedy !== undefined,
    )
    return results.length === 0 || isOffered
  })
}

/** The gravest state that the results show. */
function stateOf(rule: Rule, results: readonly CheckResult[]): RuleState {
  const some = (status: CheckResult['status'], violated?: boolean) =>
    results.some(
      (result) =>
        result.status === status &&
        (violated === undefined || (result.violates?.includes(rule.id) ?? false) === violated),
    )
  if (some('failed', true)) return 'broken'
  if (some('warned', true)) return 'warned'
  if (some('could-not-run') || some('errored')) return 'could-not-run'
  if (some('passed')) return 'kept'
  if (some('failed') || some('warned')) return 'unsettled'
  return rule.unjudged === undefined ? 'not-applicable' : 'unjudgeable'
}

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
  // Neither a choice that was observed nor what was planted for a later run shows conformance.
  return summary.passed + summary.warned > 0 ? 'conformant' : 'incomplete'
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

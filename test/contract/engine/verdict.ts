import { openQuestions, rules } from '../../../generated/rules'
import type { Rule } from '../../../openapi/model'
import type { Check } from './check'
import type { CheckResult, Report, Summary } from './report'
import type { RuleState, Status, Verdict } from './vocabulary'

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
  const [seen, blaming] = [new Set<Status>(), new Set<Status>()]
  for (const { status, violates } of results) {
    seen.add(status)
    if (violates?.includes(rule.id)) blaming.add(status)
  }
  if (blaming.has('failed')) return 'broken'
  if (blaming.has('warned')) return 'warned'
  if (seen.has('could-not-run') || seen.has('errored')) return 'could-not-run'
  if (seen.has('passed')) return 'kept'
  if (seen.has('failed') || seen.has('warned')) return 'unsettled'
  return rule.unjudged === undefined ? 'not-applicable' : 'unjudgeable'
}

/** The count of a summary that a result of each status goes into. */
const countOf = {
  passed: 'passed',
  failed: 'failed',
  warned: 'warned',
  observed: 'observed',
  'not-applicable': 'notApplicable',
  'could-not-run': 'couldNotRun',
  errored: 'errored',
} as const

/** The result of a check that is not made. */
export function unmade(
  { id, title, rules, level }: Check,
  reason: Pick<CheckResult, 'status' | 'message' | 'remedy'>,
): CheckResult {
  return { id, title, rules, level, ...clausesOf(rules), ...reason, durationMs: 0, evidence: [] }
}

/** Counts results by status, and the rules of the interface that some check judged. */
export function summarize(
  results: readonly CheckResult[],
  rules: readonly JudgedRule[],
  flaky: number,
): Summary {
  const summary: Summary = {
    ...{ passed: 0, failed: 0, warned: 0, observed: 0, notApplicable: 0, couldNotRun: 0, errored: 0, flaky },
    coverage: { judged: 0, total: rules.length },
  }
  for (const { status } of results) summary[countOf[status]] += 1
  for (const { state } of rules) if (isJudged(state)) summary.coverage.judged += 1
  return summary
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

/** The rules, and the open questions, which no clause answers. */
const known: readonly (Pick<Rule, 'id' | 'leavesOpen'> & Partial<Rule>)[] = [
  ...rules,
  ...openQuestions.map(({ id, question }) => ({ id, leavesOpen: question })),
]

/** The clauses of the interface that state these rules, and the choices that they leave to a deployment, as a result tells them. */
export function clausesOf(ids: readonly string[]): Pick<CheckResult, 'restsOn' | 'leavesOpen'> {
  const [clauses, open] = [new Set<string>(), new Set<string>()]
  for (const { id, source, leavesOpen } of known) {
    if (!ids.includes(id)) continue
    for (const clause of source?.split('; ') ?? []) clauses.add(clause)
    if (leavesOpen !== undefined) open.add(leavesOpen)
  }
  return {
    ...(clauses.size > 0 && { restsOn: [...clauses].join('; ') }),
    ...(open.size > 0 && { leavesOpen: [...open].join(' ') }),
  }
}

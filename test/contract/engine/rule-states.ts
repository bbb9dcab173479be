import { rules } from '../../../generated/rules'
import type { Rule } from '../../../openapi/model'
import type { CheckResult } from './report'
import type { RuleState } from './vocabulary'

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

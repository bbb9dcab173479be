import { groupBy } from '../engine/group-by'
import { rules } from '../../../generated/rules'
import type { Rule } from '../../../openapi/model'
import type { CheckResult, Report } from '../engine/report'
import type { Status } from '../engine/vocabulary'

/** One cause for which a deployment or a run is blamed, with all checks that show it. */
export interface Finding {
  /** The rules that are broken, or not followed. None where the suite failed, or a choice is not the pinned one. */
  rules: readonly Rule[]
  /** The check that shows it best. */
  first: CheckResult
  others: readonly CheckResult[]
}

const worstFirst: readonly Status[] = ['failed', 'errored', 'warned']

/**
 * The findings of a run, the worst first. Checks that blame a common rule, or that saw one value become the same other one, show
 * one cause.
 */
export function findingsOf({ checks }: Pick<Report, 'checks'>): Finding[] {
  const groups: { marks: Set<string>; results: CheckResult[] }[] = []
  for (const result of worstFirst.flatMap((status) => checks.filter((one) => one.status === status))) {
    const group = { marks: new Set(marksOf(result)), results: [result] }
    const related = groups.filter(({ marks }) => [...marks].some((mark) => group.marks.has(mark)))
    const [target = group, ...merged] = related
    if (target === group) groups.push(group)
    for (const one of [...merged, ...(target === group ? [] : [group])]) {
      for (const mark of one.marks) target.marks.add(mark)
      target.results.push(...one.results)
      if (groups.includes(one)) groups.splice(groups.indexOf(one), 1)
    }
  }
  return groups.map(({ results }) => toFinding(results))
}

/** The marks of a result. Two results with a common mark show the same cause. */
function marksOf({ id, violates = [], difference }: CheckResult): string[] {
  // The same value stands at other places in an answer, in a list and in a delivery.
  const change = difference?.replace(/^.*?([^.:]+: )/, '$1')
  const marks = [...violates, ...(change === undefined ? [] : [change])]
  return marks.length > 0 ? marks : [id]
}

function toFinding(results: readonly CheckResult[]): Finding {
  const [worst] = results as [CheckResult]
  // A check that shows a difference tells most. Of others the one that judges the fewest rules does least besides.
  const rank = ({ difference, rules }: CheckResult) => (difference === undefined ? rules.length : 0)
  const worstOnes = results.filter(({ status }) => status === worst.status)
  const leader = worstOnes.reduce((best, one) => (rank(one) < rank(best) ? one : best))
  const broken = new Set([leader, ...results].flatMap(({ violates = [] }) => violates))
  return {
    rules: [...broken].flatMap((id) => rules.find((rule) => rule.id === id) ?? []),
    first: leader,
    others: results.filter((result) => result !== leader),
  }
}

/** The results of a status in groups that have one reason, which the first of each tells. */
export function byReason(results: readonly CheckResult[], status: Status): [CheckResult, ...CheckResult[]][] {
  const alike = results.filter((one) => one.status === status)
  const groups = groupBy(alike, ({ message, remedy = '' }) => `${message}\n${remedy}`)
  return [...groups.values()] as [CheckResult, ...CheckResult[]][]
}

/** The ids of a finding's rules, and the first of them in plain words; what its check says, where it is of no rule. */
export function nameOf({ rules: broken, first }: Finding): { mark: string; words: string } {
  const [rule] = broken
  if (!rule) return { mark: first.violates?.[0] ?? first.id, words: first.title }
  return { mark: broken.map(({ id }) => id).join(', '), words: rule.rule }
}

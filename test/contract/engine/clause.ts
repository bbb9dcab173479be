import { openQuestions, rules } from '../../../generated/rules'
import type { CheckResult } from './report'
import type { Rule } from '../../../openapi/model'

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

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
  const stated = known.filter(({ id }) => ids.includes(id))
  const clauses = new Set(stated.flatMap(({ source }) => source?.split('; ') ?? []))
  const open = new Set(stated.flatMap(({ leavesOpen }) => leavesOpen ?? []))
  return {
    ...(clauses.size > 0 && { restsOn: [...clauses].join('; ') }),
    ...(open.size > 0 && { leavesOpen: [...open].join(' ') }),
  }
}

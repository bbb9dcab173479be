import { judgeRules, type JudgedRule } from '../engine/verdict'
import type { Report } from '../engine/report'

export type { JudgedRule, RuleState } from '../engine/verdict'

/** The state of each rule of the interface. */
export function judgedRules({ checks }: Report): JudgedRule[] {
  return judgeRules(checks)
}

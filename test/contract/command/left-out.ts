import { summarize } from '../engine/verdict'
import type { Check } from '../engine/check'
import type { CheckResult, Report } from '../engine/report'

/** Adds the checks that a quick run left out to its report, so that nobody takes them for judged. */
export function reportLeftOut(report: Report, leftOut: readonly Check[]): Report {
  if (leftOut.length === 0) return report
  const checks = [...report.checks, ...leftOut.map(resultOf)]
  return { ...report, checks, summary: summarize(checks, report.summary.flaky) }
}

function resultOf({ id, title, rules, level, restsOn, leavesOpen }: Check): CheckResult {
  return {
    ...{ id, title, rules, level, restsOn, leavesOpen },
    status: 'not-applicable',
    message: 'A quick run leaves it out.',
    remedy: 'without --quick',
    durationMs: 0,
    evidence: [],
  }
}

import { Violation } from './outcome'
import type { Check } from './check'
import type { CheckResult } from './report'
import type { SideFinding } from './session'

/** The findings whose rule no failed check names. */
export function selectUnreported(
  findings: readonly SideFinding[],
  results: readonly CheckResult[],
): readonly SideFinding[] {
  const reported = new Set(
    results
      .filter(({ status, knownUntil }) => status === 'failed' || knownUntil !== undefined)
      .flatMap(({ violates = [] }) => violates),
  )
  return findings.filter(({ rule }) => !reported.has(rule))
}

/** A check that blames the deployment for findings; none where there are no findings. */
export function documentChecks(findings: readonly SideFinding[]): Check[] {
  if (findings.length === 0) return []
  const rules = findings.map(({ rule }) => rule)
  const check: Check = {
    id: 'answers-fit-the-document',
    title: 'every answer fits the OpenAPI document',
    rules,
    restsOn: 'The clauses of the rules that are named',
    leavesOpen:
      'The OpenAPI document bounds only what the interface shows, so that further fields are the service’s choice.',
    level: 'must',
    mode: 'read-only',
    needs: [],
    async run(context) {
      context.evidence.push(...findings.map(({ evidence }) => evidence))
      const messages = findings.map(({ rule, message, check }) => `${rule}, seen by ${check}: ${message}`)
      throw new Violation(rules, messages.join(' '))
    },
  }
  return [check]
}

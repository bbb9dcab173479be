import { Violation } from './outcome'
import type { Check } from './check'
import type { CheckResult } from './report'
import type { FloorFinding, Session } from './session'

/** What was found by the way and no failed check says already. */
export function judgeFloor(session: Session, results: readonly CheckResult[]): FloorFinding[] | undefined {
  const known = new Set(
    results.flatMap(({ status, violates, knownUntil }) =>
      status === 'failed' || knownUntil !== undefined ? [...(violates ?? [])] : [],
    ),
  )
  const unsaid = session.floor.filter(({ rule }) => !known.has(rule))
  return unsaid.length > 0 ? unsaid : undefined
}

/** The check that blames the breaches of the document which other checks came upon. */
export function floorCheck(findings: readonly FloorFinding[]): Check {
  const rules = findings.map(({ rule }) => rule)
  return {
    id: 'answers-fit-the-document',
    title: 'every answer fits the OpenAPI document',
    rules,
    level: 'must',
    mode: 'read-only',
    needs: [],
    async run(context) {
      context.evidence.push(...findings.map(({ evidence }) => evidence))
      const told = findings.map(({ rule, message, check }) => `${rule}, seen by ${check}: ${message}`)
      throw new Violation(rules, told.join(' '))
    },
  }
}

import { checks, explain, type Check, type CheckResult, type Report } from '@event-delivery/conformance'

/** The checks of these ids, in the order of the suite. */
export function named(...ids: readonly string[]): Check[] {
  const unknown = ids.find((id) => !checks.some((check) => check.id === id))
  if (unknown !== undefined) throw new TypeError(`There is no check ${unknown}.`)
  return checks.filter(({ id }) => ids.includes(id))
}

/** The checks that judge one of the rules that match a pattern. */
export function ofRules(pattern: RegExp): Check[] {
  return checks.filter(({ rules }) => rules.some((rule) => pattern.test(rule)))
}

/** The results of these statuses, unless given those that say a service was blamed or not judged, as texts that name the check. */
export function findings(
  { checks: results }: Report,
  ...statuses: readonly CheckResult['status'][]
): string[] {
  const wanted = statuses.length > 0 ? statuses : ['failed', 'errored', 'could-not-run']
  return results
    .filter(({ status }) => wanted.includes(status))
    .map((result) => `${result.id}: ${explain(result)}`)
}

/** The status of each result, with the rules that it says are broken. */
export function outcomes({ checks: results }: Report): (readonly [string, readonly string[] | undefined])[] {
  return results.map(({ status, violates }) => [status, violates])
}

/** A check that a test makes up. */
export function madeUp(run: Check['run'], more: Partial<Check> = {}): Check {
  return {
    ...{ id: 'probe', title: 'a probe', rules: ['PG-1'], level: 'must', mode: 'read-only', needs: [] },
    ...more,
    run,
  }
}

import { allChecks, checks as wholeRun, quickChecks } from '../checks/index'
import { didYouMean } from './nearest'
import { UsageError } from './usage-error'
import type { Check } from '../engine/check'

/** The checks that a run makes, and those that it reports without making them. */
export interface Selection {
  checks: readonly Check[]
  leftOut: readonly Check[]
}

/**
 * The checks that `--only` names by check or rule, in upper or lower case, or all of them. With `--quick` those of a quick
 * run are made, and the others are left out. A check that is for quick runs only is made in another run where it is named by its id.
 */
export function select(only: readonly string[] | undefined, quick = false): Selection {
  const isNamed = only === undefined ? () => true : namedBy(only)
  if (!quick) return { checks: only === undefined ? wholeRun : withoutGlances(only, isNamed), leftOut: [] }
  const made = quickChecks.filter(isNamed)
  const leftOut = wholeRun.filter((check) => !check.quick && isNamed(check))
  if (made.length > 0) return { checks: made, leftOut }
  throw new UsageError('--quick makes none of the checks that --only names: leave one of the two out.')
}

function withoutGlances(only: readonly string[], isNamed: (check: Check) => boolean): readonly Check[] {
  const ids = new Set(only.map((name) => name.toLowerCase()))
  return allChecks.filter((check) => isNamed(check) && (check.quick !== 'only' || ids.has(check.id)))
}

/** Tells the checks that are named by their id or by one of their rules. Throws a `UsageError` for a name that nothing has. */
function namedBy(only: readonly string[]): (check: Check) => boolean {
  const wanted = new Set(only.map((name) => name.toLowerCase()))
  const names = (check: Check) => [check.id, ...check.rules].map((name) => name.toLowerCase())
  const known = new Set(allChecks.flatMap(names))
  const unknown = only.find((name) => !known.has(name.toLowerCase()))
  if (unknown === undefined) return (check) => names(check).some((name) => wanted.has(name))
  const all = allChecks.flatMap(({ id, rules }) => [id, ...rules])
  throw new UsageError(
    `--only ${unknown}: there is no such check or rule.${didYouMean(unknown, all)} --list shows them.`,
  )
}

import { checks } from '../checks/index'
import { didYouMean, UsageError } from './usage-error'
import type { Check } from '../engine/check'

/** The checks that a run makes, and those that it reports without making them. */
export interface Selection {
  checks: readonly Check[]
  leftOut: readonly Check[]
}

/**
 * The checks that `--only` names by check or rule, in upper or lower case, or all of them. With `--quick` those of a quick
 * run are made, and the others are left out.
 */
export function select(only: readonly string[] | undefined, quick = false): Selection {
  const named = only === undefined ? checks : checks.filter(namedBy(only))
  if (!quick) return { checks: named, leftOut: [] }
  const made = named.filter((check) => check.quick)
  if (made.length > 0) return { checks: made, leftOut: named.filter((check) => !check.quick) }
  throw new UsageError('--quick makes none of the checks that --only names: leave one of the two out.')
}

/** Tells the checks that are named by their id or by one of their rules. Throws a `UsageError` for a name that nothing has. */
function namedBy(only: readonly string[]): (check: Check) => boolean {
  const wanted = new Set(only.map((name) => name.toLowerCase()))
  const namesOf = ({ id, rules }: Check) => [id, ...rules]
  const isWanted = (check: Check) => namesOf(check).some((name) => wanted.has(name.toLowerCase()))
  const all = checks.flatMap(namesOf)
  const unknown = only.find((name) => !all.some((one) => one.toLowerCase() === name.toLowerCase()))
  if (unknown === undefined) return isWanted
  throw new UsageError(
    `--only ${unknown}: there is no such check or rule.${didYouMean(unknown, all)} --list shows them.`,
  )
}

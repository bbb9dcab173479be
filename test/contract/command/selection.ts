import { checks } from '../checks/index'
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
 * run are made, and the others are left out.
 */
export function select(only: readonly string[] | undefined, quick = false): Selection {
  const named = only === undefined ? checks : selectNamed(only)
  if (!quick) return { checks: named, leftOut: [] }
  const made = named.filter((check) => check.quick)
  if (made.length > 0) return { checks: made, leftOut: named.filter((check) => !check.quick) }
  throw new UsageError('--quick makes none of the checks that --only names: leave one of the two out.')
}

function selectNamed(only: readonly string[]): readonly Check[] {
  const wanted = new Set(only.map((name) => name.toLowerCase()))
  const names = (check: Check) => [check.id, ...check.rules].map((name) => name.toLowerCase())
  const known = new Set(checks.flatMap(names))
  const unknown = only.find((name) => !known.has(name.toLowerCase()))
  if (unknown === undefined) return checks.filter((check) => names(check).some((name) => wanted.has(name)))
  const all = checks.flatMap(({ id, rules }) => [id, ...rules])
  throw new UsageError(
    `--only ${unknown}: there is no such check or rule.${didYouMean(unknown, all)} --list shows them.`,
  )
}

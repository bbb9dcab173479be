import { checks } from '../checks/index'
import { didYouMean } from './nearest'
import { UsageError } from './usage-error'
import type { Check } from '../engine/check'

/** The checks that `--only` names by check or rule, in upper or lower case. All of them where there is no `--only`. */
export function select(only: readonly string[] | undefined): readonly Check[] {
  if (only === undefined) return checks
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

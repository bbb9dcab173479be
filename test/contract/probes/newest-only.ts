import { createdAt } from './known-events'
import { CouldNotRun } from '../engine/outcome'
import { readUtcTime } from '../engine/utc-time'
import type { Context } from '../engine/context'
import type { Traversal } from './listing'

/** The fewest events of a list that keeps its newest only. One that shows fewer has lost what it does not show. */
const fewestKept = 150

/**
 * Ends the check where events left a list because newer ones took their place: the interface does not say how many events a
 * list keeps. Such a list shows many events, and none that is older than those it does not show.
 */
export function endWhereNewestAreKept(
  context: Context,
  ids: readonly string[],
  { items, complete }: Traversal,
): void {
  if (!complete || items.length < fewestKept) return
  const listed = new Set(items.map(({ id }) => id))
  const missing = ids.filter((id) => !listed.has(id))
  const timeOf = (text: unknown) => readUtcTime(text)?.milliseconds ?? Number.NaN
  const newest = Math.max(...missing.map((id) => timeOf(createdAt(context, id))))
  if (missing.length === 0 || !items.every(({ created }) => timeOf(created) >= newest)) return
  throw new CouldNotRun(
    `The list keeps its newest ${items.length} events, and newer ones have taken the place of those of this check.`,
  )
}

import { expectThat } from './expect'
import type { Answer, Context } from '../engine/check'

/** A way of looking for events, and the rule that is broken where it shows them at one time and not at another. */
export interface Sight {
  name: string
  rule: string
  message: string
  /** The most events that are looked for. */
  most: number
  /** Looks for events. Resolves to the ids of those that are not there. */
  look: (ids: readonly string[]) => Promise<{ missing: readonly string[]; answer: Answer | undefined }>
}

/** How often events are looked for in a row: at first, and once the longest time for an event is over. */
const [firstLooks, lastLooks] = [4, 8]

/**
 * Has the end of the run look several times in a row for events that a look did not show. A database behind a service may be late, but once
 * the time for that is over, one that lacks what a later look shows never got it.
 */
export function judgeSteadiness(
  context: Context,
  sight: Sight,
  ids: readonly string[],
  isLast = false,
): void {
  const { name, rule, message, most, look } = sight
  const unsteady = context.keep(`unsteady ${name} ${isLast}`, () => new Set<string>())
  for (const id of ids) unsteady.add(id)
  const judge = async () => {
    // The first of the checks that missed an event judges for all of them.
    const wanted = [...unsteady].slice(-most)
    unsteady.clear()
    const lacked = new Set<string>()
    for (let left = wanted.length && (isLast ? lastLooks : firstLooks); left > 0; left -= 1) {
      const { missing, answer } = await look(wanted)
      const back = wanted.filter((id) => lacked.has(id) && !missing.includes(id))
      expectThat(!isLast || back.length === 0, rule, message, { expected: back, answer })
      for (const id of missing) lacked.add(id)
    }
    if (!isLast && lacked.size > 0) judgeSteadiness(context, sight, [...lacked], true)
  }
  context.later(judge, isLast ? { after: context.settings.listingTimeout } : {})
}

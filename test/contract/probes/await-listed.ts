import { CouldNotRun } from '../engine/outcome'
import { endWhereNewestAreKept } from './newest-only'
import { fail } from './expect'
import { holdsAll, traverse, type Traversal } from './listing'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** How long lists took to show the run's events so far, in milliseconds. */
interface Lateness {
  slowest: number
  /** How often events were not listed in time. */
  missed: number
}

/** The least time for which events are awaited, in milliseconds. */
const leastPatience = 1_000

/**
 * Walks the list until it shows all of these events. Where they are not listed in time, the check ends, and the list is
 * read once more at the end of the run: only an event that is not listed then is lost.
 */
export async function awaitListed(context: Context, key: Key, ids: readonly string[]): Promise<Traversal> {
  const since = context.now()
  const { traversal, waited } = await lookUntilListed(context, key, ids)
  if (holdsAll(ids)(traversal.items)) return traversal
  return judgeLater(context, key, ids, () => Math.max(waited, context.now() - since))
}

/** Walks the list until it shows all of these events, or until the time for that is over. Judges neither. */
export async function lookUntilListed(
  context: Context,
  key: Key,
  ids: readonly string[],
): Promise<{ traversal: Traversal; waited: number }> {
  // To find out that a list is too long takes long, and the list does not get shorter.
  const longLists = context.keep('long lists', () => new Map<Key, CouldNotRun>())
  const known = longLists.get(key)
  if (known) throw known
  const lateness = context.keep<Lateness>('lateness of lists', () => ({ slowest: 0, missed: 0 }))
  const since = context.now()
  let waited = 0
  // The time of a deployment in process may stand still but for the waits of the run.
  const elapsed = () => Math.max(waited, context.now() - since)
  for (let delay = 50; ; delay *= 2) {
    await context.settle()
    const left = patience(context, lateness) - elapsed()
    const traversal = await traverse(context, key, { limit: 100 }, holdsAll(ids))
    if (holdsAll(ids)(traversal.items)) {
      lateness.slowest = Math.max(lateness.slowest, elapsed())
      return { traversal, waited }
    }
    if (!traversal.complete) {
      const { length } = traversal.items
      const message = `The list is longer than ${length} events, and the run's are not among them.`
      const tooLong = new CouldNotRun(message)
      longLists.set(key, tooLong)
      throw tooLong
    }
    if (left <= 0) {
      lateness.missed += 1
      return { traversal, waited }
    }
    // The last look begins at the end of the time, not before it.
    waited += Math.min(delay, left)
    await context.wait(Math.min(delay, left))
  }
}

/** Milliseconds to wait for an event. Where one was not listed in time, the next is not awaited as long again. */
function patience(context: Context, { slowest, missed }: Lateness): number {
  const longest = context.settings.listingTimeout
  return missed === 0 ? longest : Math.min(longest, Math.max(leastPatience, 2 * slowest))
}

/** Ends the check, and has the end of the run tell whether the events were late or lost. */
function judgeLater(context: Context, key: Key, ids: readonly string[], elapsed: () => number): never {
  context.later('events that were not listed in time', async () => {
    const whole = await traverse(context, key, { limit: 100 }, holdsAll(ids))
    const { items, pages } = whole
    const listed = new Set(items.map(({ id }) => id))
    const lost = ids.filter((id) => !listed.has(id))
    if (lost.length === 0) throw tooLate(elapsed())
    endWhereNewestAreKept(context, lost, whole)
    // A list that leaves the rest out looks like one that denies that more follows: either rule may be broken.
    const endsWithFullPage = pages.at(-1)?.items.length === 100
    const rules = endsWithFullPage ? ['PG-4', 'PG-6'] : ['PG-6']
    fail(rules, 'Events that were created are not listed.', { expected: lost, answer: pages.at(-1)?.answer })
  })
  throw tooLate(elapsed())
}

function tooLate(milliseconds: number): CouldNotRun {
  const seconds = Math.ceil(milliseconds / 1_000)
  return new CouldNotRun(
    `Events were not listed within the time that the run waits for them.`,
    `--listing-timeout ${seconds + 1}`,
  )
}

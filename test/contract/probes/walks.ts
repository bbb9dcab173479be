import { expectThat, fail } from './expect'
import { holdsAll, traverse, type Traversal } from './listing'
import type { Created, Event } from './events'
import { NotApplicable, type Context, type Key } from '../engine/check'

/** The ids of events that the run created. */
export function idsOf(own: readonly Created[]): string[] {
  return own.map(({ event }) => event.id)
}

/** The run's own events in the order in which they are listed. */
export function ownOrder(ids: readonly string[], items: readonly { id: string }[]): string[] {
  return items.map(({ id }) => id).filter((id) => ids.includes(id))
}

/**
 * Fails where pages of the default size show events of which pages of 100 know none, neither before nor after. The pages of 100
 * are read once more because others may have created many events between the two walks.
 */
export async function expectKnown(
  context: Context,
  key: Key,
  ids: readonly string[],
  { before, walked }: { before: Traversal; walked: Traversal },
): Promise<void> {
  const shown = new Set(walked.items.map(({ id }) => id))
  const isShown = ({ id }: { id: string }) => shown.has(id)
  if (shown.size === 0 || before.items.some(isShown)) return
  const enough = (items: readonly Event[]) => holdsAll(ids)(items) || items.some(isShown)
  const after = await traverse(context, key, { limit: 100 }, enough)
  const message = 'No event on pages of the default size stands on pages of 100.'
  expectThat(after.items.some(isShown), 'PG-6', message, { received: [...shown].slice(0, 10) })
}

/** Fails where a walk along the pages missed one of these events, which are listed. */
export function expectWalked(ids: readonly string[], { items, complete, pages }: Traversal): void {
  const listed = new Set(items.map(({ id }) => id))
  const lost = ids.filter((id) => !listed.has(id))
  if (lost.length === 0) return
  if (!complete) {
    throw new NotApplicable(
      `The list is longer than ${pages.length} pages, and a cursor is good for one use or for one limit.`,
    )
  }
  fail('PG-6', 'Events that are listed were left out on the way along the pages.', { expected: lost })
}

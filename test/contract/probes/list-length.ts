import { awaitListed } from './await-listed'
import { createEvents } from './events'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** The most events that are added to a list so that its end can be seen in few requests. */
const mostAdded = 30
/** The most pages of a walk to the end of a list. */
const mostPages = 30

/** Creates so many events and waits until all of them are listed. */
export async function growList(context: Context, key: Key, count: number): Promise<void> {
  const made = await createEvents(context, key, count)
  const ids = made.map(({ event }) => event.id)
  await awaitListed(context, key, ids)
}

/**
 * The length that a list of `length` events should have, so that both walks to its end are possible and take the fewest requests.
 * Each event that is added is a request, and a list that has grown is read twice again, in pages of 100.
 */
export function lengthToReach(length: number): number {
  const cost = (added: number) => {
    const sizes = sizesToWalk(length + added)
    if (sizes.length < 2) return Infinity
    const pages = sizes.reduce((sum, size) => sum + Math.ceil((length + added) / size), 0)
    return pages + (added === 0 ? 0 : added + 2 * Math.ceil((length + added) / 100))
  }
  const choices = Array.from({ length: mostAdded + 1 }, (_, added) => added)
  return length + choices.reduce((best, added) => (cost(added) < cost(best) ? added : best), 0)
}

/** The page sizes under which so many events end in a full page, and in a page of one event, as far as there are such. */
export function sizesToWalk(length: number): number[] {
  return [sizeOfFullPages(length), sizeThatLeavesOne(length)].filter((size) => size !== undefined)
}

function sizeThatLeavesOne(length: number): number | undefined {
  return length <= 101 ? length - 1 : sizeOfFullPages(length - 1)
}

/** The largest page size that divides a length, and not into too many pages. */
function sizeOfFullPages(length: number): number | undefined {
  for (let size = Math.min(100, Math.floor(length / 2)); size >= 1; size -= 1) {
    if (length % size === 0) return length / size <= mostPages ? size : undefined
  }
  return undefined
}

import type { Dialect } from '../../../generated/dialect'
import { readUtcTime } from '../engine/utc-time'
import { lookUntilListed } from './await-listed'
import { createEvents, type Event } from './events'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

type Order = NonNullable<Dialect['listOrder']>

/** Events that are enough to tell an order: so many of a random order look sorted once in 40,320 times. */
const enough = 8

/** The order of the list, as events show that were created one after the other; `undefined` where it has none of those. */
export function listOrder(context: Context, key: Key): Promise<Order | undefined> {
  return context.once('list order', async () => {
    const made = await createEvents(context, key, enough, 5)
    const ids = made.map(({ event }) => event.id)
    // PG-6 judges what is not listed, and an order can be seen without it.
    const { items } = (await lookUntilListed(context, key, ids)).traversal
    const turns = new Map(made.map(({ event }, turn) => [event.id, turn]))
    const own = items.filter(({ id }) => turns.has(id))
    const ownOrder = own.length < enough ? undefined : orderByTime(own.map(({ id }) => turns.get(id) ?? 0))
    const order = ownOrder ?? orderOfOthers(items)
    if (order !== undefined) context.observe('listOrder', order)
    return order
  })
}

/** The order that all events of a list show, where those of one moment stand in no order of their own. */
function orderOfOthers(items: readonly Event[]): Order | undefined {
  const times = items.map(({ created }) => readUtcTime(created)?.milliseconds ?? 0)
  if (new Set(times).size >= enough) {
    const byTime = orderByTime(times)
    if (byTime) return byTime
  }
  const ids = items.map(({ id }) => id)
  const isSorted = ids.every((id, index) => index === 0 || (ids[index - 1] as string) < id)
  return isSorted && ids.length >= enough ? 'by-id' : undefined
}

/** The order of moments or turns; `undefined` where they go up and down. */
function orderByTime(times: readonly number[]): Order | undefined {
  const steps = times.slice(1).map((time, index) => time - (times[index] as number))
  if (steps.every((step) => step <= 0)) return 'newest-first'
  return steps.every((step) => step >= 0) ? 'oldest-first' : undefined
}

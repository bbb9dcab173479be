import { makesTestData, type Context, type Key } from '../engine/check'
import { createAtOnce, createEvent } from './events'
import { eventInput, newIdempotencyKey } from './sending'
import { idempotency } from './idempotency'

/** How many test events are created at once: more than a queue or a pool of ten takes. */
const many = 50
/** How many live events are, which reach every subscriber. */
const some = 24

/** How many requests a check sends at once with a key. */
export function atOnce(context: Context, key: Key): number {
  const [first] = context.eventKeys()
  return makesTestData(key) || key === first ? many : some
}

/** Creates one `early` event, then many `together`, each with an idempotency key of its own. Done once a run and key. */
export function eventsTogether(context: Context, key: Key) {
  return context.once(`events together ${key.label}`, async () => {
    const { places } = await idempotency(context)
    const once = newIdempotencyKey(places)
    const early = await createEvent(context, key, eventInput(context, 'early'), once)
    const inputs = Array.from({ length: atOnce(context, key) }, (_, index) =>
      eventInput(context, 'together', { index, text: `${index} `.repeat(index) }),
    )
    return { early, once, together: await createAtOnce(context, key, inputs, places) }
  })
}

/** The least number of events of a population: two more than the largest page holds. */
const populationSize = 102

/**
 * Has the run own more events than a page holds, also where the list is long already: only of events that are known to exist
 * can a check say that they are missing. Those that the run created at once are among them, which saves requests. Done once
 * a run and key. `early` and `once`: the first of them and its idempotency key. `all` of them are in the order of their creation but for
 * those that were created at once, `inTurn` are those that were created one after the other.
 */
export function population(context: Context, key: Key) {
  return context.once(`population ${key.label}`, async () => {
    // Another check judges creations that come at once. Where they fail, pages are judged with the other events.
    const burst = await eventsTogether(context, key).catch(() => undefined)
    const { places } = await idempotency(context)
    const once = burst?.once ?? newIdempotencyKey(places)
    const early = burst?.early ?? (await createEvent(context, key, eventInput(context, 'early'), once))
    const together = burst?.together ?? []
    const inTurn = [early]
    while (inTurn.length + together.length < populationSize)
      inTurn.push(await createEvent(context, key, eventInput(context, 'page'), newIdempotencyKey(places)))
    return { early, once, all: [early, ...together, ...inTurn.slice(1)], inTurn }
  })
}

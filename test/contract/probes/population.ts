import { modeOf, type Context, type Key } from '../engine/check'
import { createAtOnce, createEvent, createEvents } from './events'
import { eventInput, newIdempotencyKey } from './sending'
import { idempotency, keptEvent } from './idempotency'
import { displacedBefore, latestKnown } from './known-events'

/** How many test events are created at once: more than a queue or a pool of ten takes. */
const many = 50
/** How many live events are, which reach every subscriber. */
const some = 24

/** How many requests a check sends at once with a key. */
export function atOnce(context: Context, key: Key): number {
  const [first] = context.eventKeys()
  return modeOf(key) === 'test' || key === first ? many : some
}

/**
 * Creates many events at once, each with an idempotency key of its own, after the `early` one. Done once a run and key, and once more where
 * they have left the list since.
 */
export function eventsTogether(context: Context, key: Key) {
  return context.once(`events together ${key.label} ${displacedBefore(context)}`, async () => {
    await keptEvent(context, key, 'early')
    const { places } = await idempotency(context)
    const inputs = Array.from({ length: atOnce(context, key) }, (_, index) =>
      eventInput(context, 'together', { index, text: `${index} `.repeat(index) }),
    )
    return createAtOnce(context, key, inputs, places)
  })
}

/** The events of a population: two more than the largest page holds. */
const populationSize = 102

/**
 * The latest events of the run's own, as a list may keep its newest alone: only of events that are known to exist can a check say that they
 * are missing. Those of the run's first key are more than a page holds, also where nothing else was created before. Those of
 * another key are the ones that the run has created anyway.
 */
export async function population(context: Context, key: Key) {
  await context.once(`population ${key.label} ${displacedBefore(context)}`, async () => {
    // Another check judges creations that come at once. Where they fail, pages are judged with the other events.
    await eventsTogether(context, key).catch(() => undefined)
    if (key !== context.eventKey()) return
    const { places } = await idempotency(context)
    for (let made = latestKnown(context, key, populationSize).ids.length; made < populationSize; made += 1)
      await createEvent(context, key, eventInput(context, 'page'), newIdempotencyKey(places))
  })
  return latestKnown(context, key, populationSize)
}

/**
 * The ids of the latest events that the run created with a key one after the other, so many of them. What there is of them already saves
 * requests; the others are created.
 */
export async function eventsInTurn(context: Context, key: Key, count: number): Promise<string[]> {
  const { inTurn } = latestKnown(context, key, populationSize)
  const made = await createEvents(context, key, Math.max(0, count - inTurn.length))
  return [...inTurn, ...made.map(({ event }) => event.id)].slice(-count)
}

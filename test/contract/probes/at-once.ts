import { makesTestData, type Context, type Key } from '../engine/check'

/** How many test events are created at once: more than a queue or a pool of ten takes. */
const many = 50
/** How many live events are, which reach every subscriber. */
const some = 24

/** How many requests a check sends at once with a key. */
export function atOnce(context: Context, key: Key): number {
  const [first] = context.eventKeys()
  return makesTestData(key) || key === first ? many : some
}

import counts from '../../../generated/request-counts.json'
import type { Lane, Phase } from './vocabulary'

/** The most checks of a run that are made at once, unless an option says otherwise. */
export const usualConcurrency = 6

/**
 * Lets so many tasks act at once. A task that only waits, as for a delivery, gives its turn to another one meanwhile.
 *
 * @example
 * const turns = new Turns(4)
 * await turns.take(async () => turns.waitFor(arrival))
 */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []
  /** Those who had a turn before, and go on before others begin: what was begun early is to end early. */
  readonly #waitingAgain: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** Does something once there is a turn. */
  async take<T>(act: () => Promise<T>): Promise<T> {
    await this.#begin()
    try {
      return await act()
    } finally {
      this.#end()
    }
  }

  /** Does something with each item, in a turn of its own. Resolves or rejects once all of that has ended. */
  each<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]> {
    return allEnded(items.map((item) => this.take(() => act(item))))
  }

  /** Waits without a turn, and for a turn once the wait is over. A wait that is over already gives none away. */
  async waitFor<T>(wait: Promise<T>): Promise<T> {
    if (await isOver(wait)) return wait
    this.#end()
    try {
      return await wait
    } finally {
      // Also a wait that fails goes on with a turn.
      await this.#begin(this.#waitingAgain)
    }
  }

  async #begin(waiting = this.#waiting): Promise<void> {
    this.#free -= 1
    if (this.#free < 0) await new Promise<void>((resolve) => waiting.push(resolve))
  }

  #end(): void {
    this.#free += 1
    const next = this.#waitingAgain.shift() ?? this.#waiting.shift()
    next?.()
  }
}

/** Whether a promise is settled by now. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, Promise.resolve().then(() => false)])
}

/**
 * Resolves to what several acts come to once all of them have ended, or rejects as the first of them did. One that went on alone after
 * a failure would do so beside other checks, and under no limit.
 */
export async function allEnded<T>(acts: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(acts)
  return Promise.all(acts)
}

/**
 * Does something with each item, with so many at once, in the order of the items. None is begun after one has failed. Resolves to what
 * came of them, in the same order.
 */
export async function eachAtOnce<Item, T>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<T>,
): Promise<T[]> {
  let failure: { reason: unknown } | undefined
  return new Turns(most).each(items, async (item) => {
    if (failure) throw failure.reason
    return act(item).catch((reason: unknown) => {
      failure = { reason }
      throw reason
    })
  })
}

/** The fields of a check that decide when in a run it is made. */
type Timed = { id: string; phase?: Phase; lane?: Lane; lasts?: number }

/** The requests of each check in a whole run. */
const requestsOf: Readonly<Partial<Record<string, readonly number[]>>> = counts.full

/** Checks that may be made at once, those first that take longest: what is begun last is soon over, and nothing waits for it alone. */
function longestFirst<Check extends Timed>(checks: readonly Check[]): Check[] {
  const timeOf = ({ id, lasts = 0 }: Timed) => lasts + (requestsOf[id]?.[0] ?? 0)
  return [...checks].sort((a, b) => timeOf(b) - timeOf(a))
}

/**
 * Checks in groups whose checks may be made at once: what is made alone follows those that stand beside others, and choices are noted
 * when nothing else is judged.
 */
export function groupsOf<Check extends Timed>(checks: readonly Check[]): Check[][] {
  const late = checks.filter(({ phase = 'main' }) => phase !== 'main')
  const main = checks.filter((check) => !late.includes(check))
  const inLane = (lane?: Lane) => main.filter((check) => check.lane === lane)
  const groups = [[...inLane(), ...inLane('deliveries')], inLane('lists')]
  const alone = inLane('alone').map((check) => [check])
  const all = [
    ...groups.map(longestFirst),
    ...alone,
    longestFirst(inLane('choices')),
    ...late.map((check) => [check]),
  ]
  return all.filter(({ length }) => length > 0)
}

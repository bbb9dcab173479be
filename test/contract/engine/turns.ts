import counts from '../../../generated/request-counts.json'
import type { Beside, Phase } from './vocabulary'

/** The most checks of a run that are made at once, unless an option says otherwise. */
export const usualConcurrency = 6

/**
 * Lets so many tasks act at once. A task that only waits, as for a delivery, gives its turn to another one meanwhile.
 *
 * @example
 * const turns = new Turns(4)
 * await turns.each(arrivals, (arrival) => turns.waitFor(arrival))
 */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []
  /** Those who had a turn before, and go on before others begin: what was begun early is to end early. */
  readonly #waitingAgain: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  /**
   * Does something with each item, in a turn of its own and in the order of the items. None is begun after one has failed. Resolves to
   * what came of them, in the same order, or rejects, once all of that has ended.
   */
  each<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]> {
    let failure: { reason: unknown } | undefined
    const inTurn = async (item: Item) => {
      await this.#begin()
      try {
        if (failure) throw failure.reason
        return await act(item)
      } catch (reason) {
        failure = { reason }
        throw reason
      } finally {
        this.#end()
      }
    }
    return allEnded(items.map(inTurn))
  }

  /** Waits without a turn, and for a turn once the wait is over. A wait that is over already gives none away. */
  async waitFor<T>(wait: Promise<T>): Promise<T> {
    if ((await Promise.race([wait, Promise.resolve(goesOn)])) !== goesOn) return wait
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

/** Wins a race against a promise that is not settled yet. */
const goesOn = Symbol('goes on')

/**
 * Resolves to what several acts come to once all of them have ended, or rejects as the first of them did. One that went on alone after
 * a failure would do so beside other checks, and under no limit.
 */
export async function allEnded<T>(acts: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(acts)
  return Promise.all(acts)
}

/** The fields of a check that decide when in a run it is made. */
type Timed = { id: string; phase?: Phase; beside?: Beside; lasts?: number }

/** The requests of each check in a whole run. */
const requestsOf: Readonly<Partial<Record<string, readonly number[]>>> = counts.full

/** The longer this is, the longer a check takes. */
const timeOf = ({ id, lasts = 0 }: Timed) => lasts + (requestsOf[id]?.[0] ?? 0)

/**
 * Checks in groups whose checks may be made at once, of which some may be empty: what is made alone follows those that stand beside others, and choices are noted
 * when nothing else is judged. In a group those come first that take longest: what is begun last is soon over, and nothing waits for
 * it alone.
 */
export function groupsOf<Check extends Timed>(checks: readonly Check[]): Check[][] {
  const atOnce: Record<'others' | 'lists' | 'choices', Check[]> = { others: [], lists: [], choices: [] }
  const alone: Check[][] = []
  const late: Check[][] = []
  for (const check of checks) {
    const { phase = 'main', beside = 'others' } = check
    if (phase !== 'main') late.push([check])
    else if (beside === 'alone') alone.push([check])
    else atOnce[beside === 'deliveries' ? 'others' : beside].push(check)
  }
  const { others, lists, choices } = atOnce
  for (const group of [others, lists, choices]) group.sort((a, b) => timeOf(b) - timeOf(a))
  return [others, lists, ...alone, choices, ...late]
}

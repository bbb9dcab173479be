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
  async each<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<void> {
    await allEnded(items.map((item) => this.take(() => act(item))))
  }

  /** Waits without a turn, and for a turn once the wait is over. */
  async waitFor<T>(wait: Promise<T>): Promise<T> {
    this.#end()
    try {
      return await wait
    } finally {
      // Also a wait that fails goes on with a turn.
      await this.#begin()
    }
  }

  async #begin(): Promise<void> {
    this.#free -= 1
    if (this.#free < 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #end(): void {
    this.#free += 1
    this.#waiting.shift()?.()
  }
}

/**
 * Resolves to what several acts come to once all of them have ended, or rejects as the first of them did. One that went on alone after
 * a failure would do so beside other checks, and under no limit.
 */
export async function allEnded<T>(acts: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(acts)
  return Promise.all(acts)
}

/** Does something with each item, with so many at once, in the order of the items. None is begun after one has failed. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  let hasFailed = false
  await new Turns(most).each(items, async (item) => {
    if (hasFailed) return
    await act(item).catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  })
}

/**
 * Checks in groups whose checks may be made at once, nearly in their order: what is made alone follows the group in which it stands,
 * and choices are noted when nothing else is judged.
 */
export function groupsOf<Check extends { phase?: Phase; lane?: Lane }>(checks: readonly Check[]): Check[][] {
  const groups: Check[][] = []
  const apart: Check[][] = []
  const late: Check[][] = []
  const choices: Check[] = []
  let group: Check[] = []
  for (const check of checks) {
    const { phase = 'main', lane } = check
    if (phase !== 'main') late.push([check])
    else if (lane === 'choices') choices.push(check)
    else if (lane === 'alone') apart.push([check])
    else {
      const [first] = group
      if (first && (first.lane === 'lists') !== (lane === 'lists')) {
        groups.push(group, ...apart.splice(0))
        group = []
      }
      group.push(check)
    }
  }
  return [...groups, group, ...apart, choices, ...late].filter(({ length }) => length > 0)
}

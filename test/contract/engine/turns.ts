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
    return act().finally(() => this.#end())
  }

  /** Waits without a turn, and for a turn once the wait is over. */
  async waitFor<T>(wait: Promise<T>): Promise<T> {
    this.#end()
    // Also a wait that fails goes on with a turn.
    return wait.finally(() => this.#begin())
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

/** Does something with each item, with so many at once, in the order of the items. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const turns = new Turns(most)
  await Promise.all(items.map((item) => turns.take(() => act(item))))
}

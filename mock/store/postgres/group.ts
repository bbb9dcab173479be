interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/** Options of {@link createGroup}. */
export interface GroupOptions<Item, Result> {
  /** Carries a group out, and returns a result for each item. */
  execute(items: readonly Item[]): Promise<readonly Result[]>
  /** Begins a group. Returns a function that says of each item in turn whether it may join. The first one always may. */
  begin(): (item: Item) => boolean
}

/**
 * Carries out together what arrives in one turn of the event loop, or while the last group is carried out: one statement in
 * place of many. Nothing waits for a timer. An item that may not be in a group waits for the next one.
 */
export function createGroup<Item, Result>({
  execute,
  begin,
}: GroupOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = false

  function nextGroup(): Waiting<Item, Result>[] {
    const admits = begin()
    const [group, left]: [Waiting<Item, Result>[], Waiting<Item, Result>[]] = [[], []]
    for (const one of waiting) {
      if (admits(one.item)) group.push(one)
      else left.push(one)
    }
    waiting = left
    return group
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = nextGroup()
      // The answers wait for the next turn. By then the next group is on its way, so that the server works on it while this
      // process answers.
      try {
        const results = await execute(group.map(({ item }) => item))
        setImmediate(() => group.forEach(({ resolve }, index) => resolve(results[index] as Result)))
      } catch (error) {
        setImmediate(() => group.forEach(({ reject }) => reject(error)))
      }
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running) return
      running = true
      setImmediate(() => void run())
    })
}

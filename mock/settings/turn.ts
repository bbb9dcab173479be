/** The rows that long work does before others get a turn: some milliseconds of work. */
export const rowsPerTurn = 500

/** Lets everything else that waits for the event loop have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/**
 * The items of a list, with a turn for others after every {@link rowsPerTurn} of them.
 *
 * @example
 * for await (const event of inTurns(events)) write(event)
 */
export async function* inTurns<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let rows = 0
  for await (const item of items) {
    if (rows++ === rowsPerTurn) {
      rows = 1
      await nextTurn()
    }
    yield item
  }
}

/** The rows that long work does before others get a turn: some milliseconds of work. */
export const rowsPerTurn = 500

// As they are when this module is loaded: a test that replaces the timers of its platform later does not stop the mock.
const { setImmediate, setTimeout } = globalThis as {
  setImmediate?: (work: () => void) => void
  setTimeout: (work: () => void) => void
}

/** Runs work in the next turn of the event loop. `setImmediate` saves the millisecond that the shortest timer takes. */
export function inNextTurn(work: () => void): void {
  if (setImmediate) setImmediate(work)
  else setTimeout(work)
}

/** Lets everything else that waits for the event loop have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
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

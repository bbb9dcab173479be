import { soonestTurn } from '../settings/turn'

/**
 * Makes a gate that lets so many callers pass in one turn of the event loop. Its function resolves at once for them, and in a
 * later turn for the others.
 */
export function createTurnstile(mostInTurn: number): () => Promise<void> {
  let passed = 0
  let end: Promise<void> | undefined

  function beginTurn() {
    passed = 0
    end = undefined
  }

  return async () => {
    while (passed >= mostInTurn) await end
    passed++
    end ??= soonestTurn().then(beginTurn)
  }
}

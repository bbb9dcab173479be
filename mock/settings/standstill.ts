import { isControllable, type Clock } from './clock'

/**
 * Calls `work` when a clock has stood still for `patience` milliseconds of real time. A clock that is moved, by however
 * little, is in somebody's hands: the watch begins anew. Returns a function that ends the watch.
 */
export function onStandstill(clock: Clock, patience: number, work: () => void): () => void {
  let seen = clock.now()
  let timer = setTimeout(look, patience)

  function look() {
    const now = clock.now()
    if (isControllable(clock) && clock.frozen && now === seen) return work()
    seen = now
    timer = setTimeout(look, patience)
  }
  return () => clearTimeout(timer)
}

import { Queue } from './queue'
import { type Clock, monotonic } from './clock'
import { checkCount, checkPositive } from './preflight'

/** How many retries the calls of a client may make together. */
export interface RetryBudgetOptions {
  /** Retries for each call that began within the window. 0.2 unless given: a fifth more requests than calls. */
  share?: number | undefined
  /** Retries that every window permits, however few calls began. 10 unless given. */
  minimum?: number | undefined
  /** Milliseconds. 10,000 unless given. */
  windowMs?: number | undefined
}

/** Permits retries while they are few beside the calls, so that a client does not multiply the load of a service that is down. */
export interface RetryBudget {
  /** Counts a call that begins. */
  begin(): void
  /** Whether one more retry may be made. A granted one counts from now until a window after `spend`, which has to follow. */
  grant(): boolean
  /** Says that a granted retry is sent now, or was given up. */
  spend(): void
}

/** Makes the retry budget of a client. `false` permits every retry. */
export function createRetryBudget(clock: Clock, given: RetryBudgetOptions | false = {}): RetryBudget {
  const { share = 0.2, minimum = 10, windowMs = 10_000 } = given || { minimum: Infinity }
  checkCount('retryBudget.share', share)
  checkCount('retryBudget.minimum', minimum)
  checkPositive('retryBudget.windowMs', windowMs)
  const calls = createCounter(clock, windowMs)
  const retries = createCounter(clock, windowMs)
  let waiting = 0
  return {
    begin: calls.add,
    grant() {
      const isPermitted = waiting + retries.count() < Math.max(minimum, share * calls.count())
      if (isPermitted) waiting++
      return isPermitted
    },
    spend() {
      waiting--
      retries.add()
    },
  }
}

/** Counts what happened within the latest window. */
function createCounter(clock: Clock, windowMs: number) {
  const moments = new Queue<number>()
  const count = () => {
    const since = monotonic(clock) - windowMs
    while ((moments.first() ?? Infinity) <= since) moments.removeFirst()
    return moments.size
  }
  const add = () => {
    count()
    moments.add(monotonic(clock))
  }
  return { add, count }
}

import fc from 'fast-check'
import { Violation } from '../engine/outcome'
import type { Context } from '../engine/context'

/** Requests that the search for a smaller counterexample may take. */
const mostWhileShrinking = 60

/**
 * Judges random requests, shrinks the first that fails and sends the smallest once more before it is blamed. Resolves to
 * what was done; throws the `Violation` of the smallest request. Both say the seed.
 */
export async function expectForAll<T>(
  context: Context,
  requests: fc.Arbitrary<T>,
  judge: (request: T) => Promise<void>,
): Promise<string> {
  const { seed, samples: numRuns } = context.settings
  let stopped: { reason: unknown } | undefined
  let first: Violation | undefined
  let shrinking = 0

  const holds = async (request: T): Promise<boolean> => {
    if (stopped || (first && (shrinking += 1) > mostWhileShrinking)) return true
    try {
      await judge(request)
      return true
    } catch (error) {
      if (error instanceof Violation) first ??= error
      // A request without an answer, or of an interrupted run, is no counterexample.
      else stopped = { reason: error }
      return !(error instanceof Violation)
    }
  }
  const { counterexample, numRuns: made } = await fc.check(fc.asyncProperty(requests, holds), {
    seed,
    numRuns,
    // A counterexample that was found at the cost of requests is kept when the run ends early.
    endOnFailure: false,
  })
  if (!first) {
    if (stopped) throw stopped.reason
    return `${made} random requests, seed ${seed}.`
  }
  const smallest = counterexample && (await violationOf(judge, counterexample[0]))
  const again = `--seed ${seed} repeats it.`
  if (smallest) throw new Violation(smallest.rules, `${smallest.message} ${again}`, smallest.details)
  throw new Violation(
    first.rules,
    `${first.message} It did not happen again at once. ${again}`,
    first.details,
  )
}

async function violationOf<T>(
  judge: (request: T) => Promise<void>,
  request: T,
): Promise<Violation | undefined> {
  try {
    await judge(request)
  } catch (error) {
    if (error instanceof Violation) return error
  }
  return undefined
}

import fc from 'fast-check'
import { Violation } from '../engine/outcome'
import type { Context } from '../engine/context'

const mostWhileShrinking = 60

/**
 * Judges random requests, shrinks the first that fails and sends the smallest once more before it is blamed. Resolves to
 * what was done; throws the `Violation` of the smallest request. The seed stands in either.
 */
export async function holdsFor<T>(
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
      // No answer, or an interrupted run, says nothing of this request: it is no counterexample.
      else stopped = { reason: error }
      return !(error instanceof Violation)
    }
  }
  const { counterexample, numRuns: made } = await fc.check(fc.asyncProperty(requests, holds), {
    seed,
    numRuns,
    // A counterexample costs requests to find: none is thrown away.
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

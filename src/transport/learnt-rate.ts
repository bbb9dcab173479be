/** An attempt that the pace let pass. */
export interface Pass {
  /** When it passed, in monotonic milliseconds. */
  at: number
  /** How many lessons there were before. */
  lessons: number
  isRefused: boolean
  /** Takes it out of the attempts under way. */
  remove(): void
}

// Until a refusal says more, the smallest plan of the service is assumed: so many requests a second.
const assumedRate = 10
// Fewer requests than these say little about the rate: they lower it by no more than this share, and confirm nothing.
const fewRequests = 8
const shareLostByFew = 0.3
// A refusal lowers the rate by this share of the ceiling.
const caution = 0.05
// A ceiling that moves by no more than this share is confirmed.
const confirmation = 0.15
// The times in which the rate returns to its ceiling, in milliseconds: after a ceiling that was confirmed for the first time, and at most.
const shortestPlateau = 4000
const firstPlateau = 15_000
const longestPlateau = 60_000
// The pace never falls below so many requests a second: after the wait that the service asked for, no gap is longer than a second.
const lowestRate = 1

/** The rate that the refusals of a service teach. */
export interface LearntRate {
  /** Requests a second. `Infinity` until there was a refusal. */
  rate(): number
  /** Says that a call passes which had to wait for it. */
  use(): void
  /** Learns from the first refusal since the latest lesson. */
  learn(history: readonly Pass[], refused: Pass): void
}

/**
 * Makes a rate that nothing was learnt for. A refusal teaches a ceiling. The rate comes back to it as TCP CUBIC does: it is the flatter the
 * nearer the ceiling is, and then grows the faster the longer nothing is refused. Each refusal that confirms the ceiling makes the plateau
 * around it twice as long, so that ever fewer requests are spent on probing.
 */
export function createLearntRate(): LearntRate {
  let ceiling = assumedRate
  let plateau = firstPlateau / 2
  // For how long the rate was used to the full since the lesson. A client that idles learns nothing.
  let age = Infinity

  const rate = () =>
    age === Infinity ? age : Math.max(lowestRate, ceiling * (1 + caution * (age / plateau - 1) ** 3))

  /** The ceiling after a refusal, by how many requests a second the service took at least. */
  const nextCeiling = (lower: number): number => {
    const upper = rate()
    // The service refused less than the ceiling, or this is the first lesson.
    if (upper < ceiling || upper === Infinity) return lower
    // A ceiling proves too low where the service saves up less than is assumed, so that `lower` is too low as well.
    return ceiling < lower * (1 - caution / 2) ? lower + (upper - lower) / 4 : ceiling
  }

  return {
    rate,
    use() {
      age += 1000 / rate()
    },
    learn(history, refused) {
      const { count, lower } = takenRate(history, refused)
      const isSure = count >= fewRequests
      const next = isSure ? nextCeiling(lower) : Math.max(lower, ceiling * (1 - shareLostByFew), lowestRate)
      const isConfirmed = isSure && Math.abs(next / ceiling - 1) <= confirmation
      plateau = isConfirmed ? Math.min(plateau * 2, longestPlateau) : shortestPlateau
      ceiling = next
      age = 0
    },
  }
}

/**
 * How many requests a second the service took at least before it refused one. Of a service that had saved up the requests of one second,
 * `n` requests in `t` seconds show a rate of `n / (t + 1)`. When it had saved that much is unknown, so that the best beginning counts.
 */
function takenRate(history: readonly Pass[], refused: Pass): { count: number; lower: number } {
  let count = 0
  let lower = 0
  for (let i = history.lastIndexOf(refused) - 1; history[i]?.lessons === refused.lessons; i--) {
    const pass = history[i] as Pass
    if (pass.isRefused) continue
    count++
    lower = Math.max(lower, count / ((refused.at - pass.at) / 1000 + 1))
  }
  return { count, lower }
}

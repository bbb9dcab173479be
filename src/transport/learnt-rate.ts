/** An attempt that the pace let through. */
export interface Pass {
  /** When it was let through, in monotonic milliseconds. */
  at: number
  /** How many refusals had taught the pace before. */
  lessons: number
  isRefused: boolean
  /** Takes it out of the attempts under way. */
  remove(): void
}

// Until a refusal says more, the smallest plan of the service is assumed, in requests a second.
const assumedRate = 10
// Fewer passes than these say little about the rate, so that they lower it only by a part.
const fewPasses = 10
const shareKeptByFew = 0.7
// After a refusal the rate begins below its ceiling by this share.
const caution = 0.05
// Ceilings that differ by no more than this share confirm each other.
const confirmation = 0.15
// The times within which the rate returns to its ceiling, in milliseconds: at first, after a surprise, and at most.
const firstPlateau = 15_000
const shortPlateau = 4000
const longestPlateau = 60_000
// A service that says when it will take the next request is asked at least once a second.
const slowest = 1

/** The rate that the refusals of a service teach. */
export interface LearntRate {
  /** Requests a second. `Infinity` until there was a refusal. */
  rate(): number
  /** Says that a pass was taken by a call that had to wait for it. */
  use(): void
  /** Learns from the first refusal since the latest lesson. `history` ends at the latest pass. */
  learn(history: readonly Pass[], refused: Pass): void
}

/**
 * Makes a rate that nothing has been learnt for. A refusal teaches a ceiling. The rate rises to it within the time of its plateau, as TCP
 * CUBIC does: slowly near the ceiling, and beyond it the faster the longer there is no refusal. Each refusal that confirms the ceiling
 * doubles the plateau, so that ever fewer requests are spent on probing.
 */
export function createLearntRate(): LearntRate {
  let ceiling = assumedRate
  let plateau = firstPlateau / 2
  // How long the pace has been used to the full since the refusal. An idle client learns nothing.
  let age = Infinity

  const rate = () =>
    age === Infinity ? age : Math.max(slowest, ceiling * (1 + caution * (age / plateau - 1) ** 3))

  return {
    rate,
    use() {
      age += 1000 / rate()
    },
    learn(history, refused) {
      const { count, taken } = takenRate(history, refused)
      const learnt = count < fewPasses ? Math.max(taken, ceiling * shareKeptByFew) : taken
      const isConfirmed = Math.abs(learnt / ceiling - 1) <= confirmation
      plateau = isConfirmed ? Math.min(plateau * 2, longestPlateau) : shortPlateau
      ceiling = learnt
      age = 0
    },
  }
}

/**
 * The requests a second that the service took before it refused one. A service that has saved up the burst of a second takes `n` requests
 * in `t` seconds at a rate of `n / (t + 1)`. When it began to save is unknown, so the best beginning counts.
 */
function takenRate(history: readonly Pass[], refused: Pass) {
  let count = 0
  let taken = 0
  for (let i = history.lastIndexOf(refused) - 1; i >= 0; i--) {
    const { at, lessons, isRefused } = history[i] as Pass
    if (lessons !== refused.lessons) break
    if (isRefused) continue
    count++
    taken = Math.max(taken, count / ((refused.at - at) / 1000 + 1))
  }
  return { count, taken }
}

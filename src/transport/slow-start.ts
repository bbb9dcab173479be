import { Bucket, type Pass, shareAfterRefusal, type Turns } from './bucket'
import { Queue } from './queue'

// The least rate after the first refusal, in requests a second: what a refusal leaves of the smallest plan, which has 10.
const leastFirstRate = 10 * shareAfterRefusal
// The share that the first refusal leaves of what the service took in the second before, where that is more. Some of that was still under
// way, and is refused too.
const shareOfTaken = 0.9
// So many attempts may be under way at once in the beginning, and later a quarter of those that were answered.
const firstUnderWay = 5
const shareUnderWay = 0.25
// Where no attempt had to wait for so many milliseconds, the client begins again with few attempts under way.
const restMs = 10_000
// An attempt without an answer holds up others for so many milliseconds at most.
const longestHoldUp = 1000
// The most turns that are remembered, to learn a rate from those of the last second.
const mostRemembered = 10_000
// Stands for the lesson of attempts that passed before there was a rate. The first of their refusals made the rate, and the others teach it
// nothing more.
const beforeAnyRate = -1

/** An attempt under way. */
interface UnderWay extends Pass {
  remove?(): void
}

/**
 * Gives out turns while the rate of the service is not known: few attempts are under way at once in the beginning, and more with each
 * answer. The first refusal sets the rate to what the service took in the second before. From then on a bucket gives out the turns.
 */
export class SlowStart implements Turns {
  #bucket: Bucket | undefined
  readonly #underWay = new Queue<UnderWay>()
  /** When the latest turns were taken. */
  #taken: number[] = []
  #answered = 0
  #waitedAt = 0

  rate(): number {
    return this.#bucket?.rate() ?? Infinity
  }

  nextAt(now: number): number {
    if (this.#bucket) return this.#bucket.nextAt()
    const oldest = this.#underWay.first()
    const mostUnderWay = Math.max(firstUnderWay, this.#answered * shareUnderWay)
    return !oldest || this.#underWay.size < mostUnderWay ? now : oldest.at + longestHoldUp
  }

  take(now: number, waiting: number, isRated: boolean): Pass | undefined {
    if (this.#bucket) return this.#bucket.take(now, waiting)
    if (now > this.#waitedAt + restMs) this.#answered = 0
    const mustWait = !isRated && this.nextAt(now) > now
    if (waiting || mustWait) this.#waitedAt = now
    if (mustWait) return undefined
    const pass: UnderWay = { at: now, lesson: beforeAnyRate }
    pass.remove = this.#underWay.add(pass)
    if (this.#taken.push(now) > 2 * mostRemembered) this.#taken = this.#taken.slice(-mostRemembered)
    return pass
  }

  end(pass: UnderWay, wasTaken: boolean): void {
    pass.remove?.()
    if (wasTaken) this.#answered++
  }

  refuse(pass: Pass, now: number, pauseMs: number): void {
    this.#bucket ??= new Bucket(Math.max(leastFirstRate, this.#tookBefore(pass.at) * shareOfTaken), Infinity)
    this.#bucket.refuse(pass, now, pauseMs)
  }

  /**
   * The rate, estimated from the attempts that passed in the second before `moment`. The estimate supposes that the service had a full
   * bucket, with the requests of one second, when the first of them came.
   */
  #tookBefore(moment: number): number {
    const taken = this.#taken.filter((at) => at <= moment && at > moment - 1000)
    const [first = moment] = taken
    return taken.length / ((moment - first) / 1000 + 1)
  }
}

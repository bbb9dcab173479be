/** An attempt that was let pass. */
export interface Pass {
  /** When it passed, in monotonic milliseconds. */
  at: number
  /** How many refusals had lowered the rate before. */
  lesson: number
}

/** Gives out turns, one for each attempt. Times are in monotonic milliseconds. */
export interface Turns {
  /** The known rate, in requests a second. `Infinity` while none is. */
  rate(): number
  /**
   * Takes a turn, or nothing where none is due.
   *
   * @param waiting How many attempts wait for a turn.
   * @param isRated Whether a rate that the caller knows has spaced the attempt already, so that there is no need to begin slowly.
   */
  take(now: number, waiting: number, isRated: boolean): Pass | undefined
  /** When a turn may be due, to ask again after there was none. `Infinity` where that is not known yet. */
  nextAt(now: number, waiting: number): number
  /** Notes that an attempt has ended. `wasTaken` says whether it got an answer other than a refusal for the rate. */
  end(pass: Pass, wasTaken: boolean): void
  /** Notes that the service refused an attempt for the rate. No attempt passes for `pauseMs` milliseconds. */
  refuse(pass: Pass, now: number, pauseMs: number): void
}

/** The factor by which a refusal lowers the rate. */
export const shareAfterRefusal = 0.75

/** The factor where the refusal comes within `soonMs` milliseconds after the pause for the one before: the rate is far too high then. */
export const shareAfterSoonRefusal = 0.5
export const soonMs = 2000

/** How many milliseconds of turns it takes for a lowered rate to grow by the factor e, up to the rate that was given. */
export const growthMs = 100_000

// The share of a rate that is used: requests that leave the client at the rate may reach the service in less time than they left in.
const usedShare = 0.98

/**
 * The share of a rate below which no refusal lowers it: one request a second. After the wait that the service asked for, no gap is then
 * longer than a second.
 *
 * @param used The share of the rate that is used.
 */
export const leastShare = (perSecond: number, used = usedShare): number => Math.min(1, 1 / (perSecond * used))
// Turns that were missed within so many milliseconds are made up for: timers come late, and a busy process stalls.
const longestCatchUp = 500
// The most turns that are remembered, to hold the last second against the rate.
const mostRemembered = 10_000

/**
 * The token bucket of a process. No second sees more attempts than the rate. A refusal lowers the rate to three quarters, or to a half soon
 * after another one, and it grows back by the turns that attempts wait for: a client that idles learns nothing.
 */
export class Bucket implements Turns {
  #share = 1
  #lesson = 0
  #opensAt = -Infinity
  #pausedUntil = -Infinity
  /** When the latest turns were taken. */
  #taken: number[] = []

  /**
   * @param perSecond The rate, in requests a second.
   * @param mostShare 1, or `Infinity` where the rate is a guess that may prove too low.
   */
  constructor(
    readonly perSecond: number,
    readonly mostShare = 1,
  ) {}

  rate(): number {
    return this.perSecond * usedShare * this.#share
  }

  nextAt(): number {
    const { perSecond, mostShare } = this
    const most = Math.ceil(perSecond)
    const secondBefore = mostShare === 1 ? this.#taken[this.#taken.length - most] : undefined
    return Math.max(this.#opensAt, (secondBefore ?? -Infinity) + (1000 * most) / (perSecond * usedShare))
  }

  take(now: number, waiting: number): Pass | undefined {
    if (this.nextAt() > now) return undefined
    const interval = 1000 / this.rate()
    if (waiting) this.#share = Math.min(this.mostShare, this.#share * Math.exp(interval / growthMs))
    this.#opensAt = Math.max(this.#opensAt, now - longestCatchUp) + interval
    const remembered = Math.min(Math.ceil(this.perSecond), mostRemembered)
    if (this.#taken.push(now) > 2 * remembered) this.#taken = this.#taken.slice(-remembered)
    return { at: now, lesson: this.#lesson }
  }

  end(): void {}

  refuse({ lesson }: Pass, now: number, pauseMs: number): void {
    const isSoon = now < this.#pausedUntil + soonMs
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs)
    this.#opensAt = Math.max(this.#opensAt, this.#pausedUntil)
    // An attempt that passed before the rate was lowered says nothing about the rate as it is now.
    if (lesson !== this.#lesson) return
    this.#lesson++
    const left = isSoon ? shareAfterSoonRefusal : shareAfterRefusal
    this.#share = Math.max(leastShare(this.perSecond), this.#share * left)
  }
}

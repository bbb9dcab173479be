import { waitFor } from './bounds'
import { createChain } from './chain'
import { type Clock, monotonic } from './clock'
import { type Pass, createLearntRate } from './learnt-rate'

// The share of a given rate that is used. On their way to the service, requests that were sent apart draw closer.
const usedShare = 0.98
// How many milliseconds of delay are caught up with. Timers come late, and a busy process stalls.
const maxCatchUp = 500
// This many attempts may be under way at once while no rate is known, and later a quarter of those that were answered.
const firstWindow = 6
const windowShare = 0.25
// A client of which no attempt had to wait for so many milliseconds begins with the first window again.
const windowMemory = 10_000
// An attempt that is under way for so many milliseconds tells nothing about the rate, and holds nobody up any more.
const patience = 1000
// The fewest and the most passes that are remembered, to hold a rate against and to learn one from.
const fewestRemembered = 1000
const mostRemembered = 10_000

/** Lets the attempts of all calls of a client pass at a rate that the service permits. */
export interface Pace {
  /**
   * Lets an attempt pass: at once where it returns a pass, or else when its turn comes. Retries go first. Rejects when the signal ends
   * the wait.
   *
   * @param isRated Whether a rate that the caller knows has spaced the attempt already, so that there is no need to begin slowly.
   */
  enter(signal: AbortSignal | undefined, isRetry: boolean, isRated?: boolean): Pass | Promise<Pass>
  /** The known rate, in requests a second. `Infinity` while none is. */
  rate(): number
  /** How long an attempt that enters now has to wait, in milliseconds, as far as that can be told. */
  expectedWait(): number
  /** Says that an attempt has ended: with an answer, or without. */
  leave(pass: Pass, wasAnswered: boolean): void
  /** Says that the service refused an attempt for the rate. Lets nothing pass for so many milliseconds. */
  refuse(pass: Pass, pauseMs: number): void
}

/**
 * Makes the pace of a client. With a `limit`, in requests a second, no second sees more attempts. Without one, few attempts are under way
 * at once in the beginning, and more with each answer, until a refusal teaches the rate.
 */
export function createPace(clock: Clock, limit = Infinity): Pace {
  const maxRate = limit * usedShare
  const remembered = Math.max(fewestRemembered, Math.min(Math.ceil(limit), mostRemembered))
  const learnt = createLearntRate()
  const retries = createChain<(pass: Pass) => void>()
  const others = createChain<(pass: Pass) => void>()
  const underWay = createChain<Pass>()
  let history: Pass[] = []
  let lessons = 0
  let nextAt = -Infinity
  let answered = 0
  let waitedAt = 0
  let cancelTimer = () => {}

  const rate = () => Math.min(maxRate, learnt.rate())
  const waiting = () => retries.size() + others.size()

  /** When the next attempt may pass, in monotonic milliseconds. */
  const opensAt = (now: number) => {
    if (rate() === Infinity) {
      const oldest = underWay.first()
      const window = now > waitedAt + windowMemory ? 0 : answered * windowShare
      const isOpen = !oldest || underWay.size() < Math.max(firstWindow, window)
      return isOpen ? now : oldest.at + patience
    }
    const second = history[history.length - Math.ceil(limit)]
    return second ? Math.max(nextAt, second.at + (Math.ceil(limit) / maxRate) * 1000) : nextAt
  }

  const letPass = (now: number): Pass => {
    const pass: Pass = { at: now, lessons, isRefused: false, remove: () => {} }
    // At a known rate nobody asks how many are under way.
    if (rate() === Infinity) pass.remove = underWay.add(pass)
    nextAt = Math.max(nextAt, now - maxCatchUp) + 1000 / rate()
    if (history.push(pass) > 2 * remembered) history = history.slice(-remembered)
    return pass
  }

  const letWaitingPass = () => {
    cancelTimer()
    while (waiting()) {
      const now = monotonic(clock)
      const ms = opensAt(now) - now
      if (ms > 0) {
        cancelTimer = clock.schedule(letWaitingPass, ms)
        return
      }
      waitedAt = now
      learnt.use()
      const next = retries.first() ?? others.first()
      next?.(letPass(now))
    }
  }

  return {
    enter(signal, isRetry, isRated) {
      const now = monotonic(clock)
      const isFree = isRated && rate() === Infinity
      if (!signal?.aborted && (isFree || (!waiting() && opensAt(now) <= now))) return letPass(now)
      if (now > waitedAt + windowMemory) answered = 0
      waitedAt = now
      return waitFor(signal, (resolve) => {
        const remove = (isRetry ? retries : others).add((pass) => {
          remove()
          resolve(pass)
        })
        if (waiting() === 1) letWaitingPass()
        return () => {
          remove()
          if (!waiting()) cancelTimer()
        }
      })
    },
    rate,
    expectedWait() {
      const now = monotonic(clock)
      return rate() === Infinity ? 0 : Math.max(0, opensAt(now) - now) + (waiting() * 1000) / rate()
    },
    leave(pass, wasAnswered) {
      pass.remove()
      // At a known rate the end of an attempt makes no room for another one.
      if (!waiting() || rate() < Infinity) return
      if (wasAnswered) answered++
      letWaitingPass()
    },
    refuse(pass, pauseMs) {
      pass.isRefused = true
      // The refusals of what was sent before the pause are no news.
      if (pass.lessons === lessons) {
        lessons++
        learnt.learn(history, pass)
      }
      nextAt = Math.max(nextAt, monotonic(clock) + pauseMs)
      letWaitingPass()
    },
  }
}

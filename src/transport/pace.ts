import { waitFor } from './bounds'
import { Bucket, type Pass, type Turns } from './bucket'
import { type Clock, monotonic } from './clock'
import type { Log } from './log'
import { checkPositive } from './preflight'
import { Queue } from './queue'
import { SlowStart } from './slow-start'

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
  /** How long an attempt that enters now has to wait, in milliseconds, by what is known now. */
  expectedWait(): number
  /** Notes that an attempt has ended. `wasTaken` says whether it got an answer other than a refusal for the rate. */
  leave(pass: Pass, wasTaken: boolean): void
  /** Notes that the service refused an attempt for the rate. No attempt passes for `pauseMs` milliseconds. */
  refuse(pass: Pass, pauseMs: number): void
}

/** The parts of a client that a pace needs. */
export interface PaceTerms {
  clock: Clock
  log: Log
}

/** A rate that the clients of several processes keep together. `sharedRate` of `@event-delivery/sdk/stores` makes one. */
export interface SharedRate {
  /** Makes the pace of one client. The client calls it. */
  createPace(terms: PaceTerms): Pace
}

/** The pace of attempts that queue for turns. */
export class TurnQueue implements Pace {
  readonly #clock: Clock
  readonly #turns: Turns
  readonly #retries = new Queue<(pass: Pass) => void>()
  readonly #others = new Queue<(pass: Pass) => void>()
  #cancelTimer = () => {}

  /** @param turnsOf Makes the turns. They call `onChange` when one may be due earlier than they have said. */
  constructor(clock: Clock, turnsOf: (onChange: () => void) => Turns) {
    this.#clock = clock
    this.#turns = turnsOf(() => this.#letPass())
  }

  enter(signal: AbortSignal | undefined, isRetry: boolean, isRated = false): Pass | Promise<Pass> {
    const isFree = !signal?.aborted && (!this.#waiting || (isRated && this.rate() === Infinity))
    const pass = isFree ? this.#turns.take(monotonic(this.#clock), 0, isRated) : undefined
    return pass ?? waitFor(signal, (resolve) => this.#queue(isRetry ? this.#retries : this.#others, resolve))
  }

  rate(): number {
    return this.#turns.rate()
  }

  expectedWait(): number {
    const rate = this.rate()
    const now = monotonic(this.#clock)
    return rate === Infinity
      ? 0
      : Math.max(0, this.#turns.nextAt(now, 0) - now) + (this.#waiting * 1000) / rate
  }

  leave(pass: Pass, wasTaken: boolean): void {
    this.#turns.end(pass, wasTaken)
    // At a known rate the end of an attempt makes no room for another one.
    if (this.#waiting && this.rate() === Infinity) this.#letPass()
  }

  refuse(pass: Pass, pauseMs: number): void {
    this.#turns.refuse(pass, monotonic(this.#clock), pauseMs)
    this.#letPass()
  }

  get #waiting(): number {
    return this.#retries.size + this.#others.size
  }

  #queue(queue: Queue<(pass: Pass) => void>, resolve: (pass: Pass) => void): () => void {
    const leave = queue.add((pass) => {
      leave()
      resolve(pass)
    })
    if (this.#waiting === 1) this.#letPass()
    return () => {
      leave()
      if (!this.#waiting) this.#cancelTimer()
    }
  }

  /** Lets attempts pass for the turns that are due, and sets a timer for the next turn. */
  #letPass(): void {
    this.#cancelTimer()
    while (this.#waiting) {
      const now = monotonic(this.#clock)
      const pass = this.#turns.take(now, this.#waiting, false)
      if (!pass) {
        const ms = this.#turns.nextAt(now, this.#waiting) - now
        if (ms < Infinity) this.#cancelTimer = this.#clock.schedule(() => this.#letPass(), ms)
        return
      }
      const next = this.#retries.first() ?? this.#others.first()
      next?.(pass)
    }
  }
}

/** Makes the pace of a client, or of a bulk: with the rate that it was given, or else with the one that the refusals of the service teach. */
export function createPace(terms: PaceTerms, rate: number | SharedRate): Pace {
  if (isShared(rate)) return rate.createPace(terms)
  const perSecond = checkPositive('rate', rate)
  return new TurnQueue(terms.clock, () => (perSecond < Infinity ? new Bucket(perSecond) : new SlowStart()))
}

const isShared = (rate: unknown): rate is SharedRate =>
  typeof (rate as Partial<SharedRate> | null | undefined)?.createPace === 'function'

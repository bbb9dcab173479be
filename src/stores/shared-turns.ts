import { runWithin } from '../transport/bounds'
import { Bucket, type Pass, type Turns } from '../transport/bucket'
import { monotonic } from '../transport/clock'
import type { PaceTerms } from '../transport/pace'
import { Queue } from '../transport/queue'

/** The turns that a database gives. Times are in milliseconds of the server's clock. */
export interface Grant {
  /** The time of the server. */
  now: number
  /** When the first turn is, or would be where none was given. */
  start: number
  count: number
  /** How much later each of the others is. */
  interval: number
  /** How many refusals the rate had learnt from. */
  lesson: number
}

/** The token bucket of a rate in a database. It rejects where the database cannot be asked. */
export interface RateDatabase {
  /** Takes up to `count` turns, or none where the first would be more than `horizonMs` milliseconds away. */
  take(count: number, horizonMs: number): Promise<Grant>
  /** Lowers the rate, unless a later lesson has lowered it already, and lets nothing pass for `pauseMs` milliseconds. */
  refuse(lesson: number, pauseMs: number): Promise<void>
  /** Says that a process uses the rate. Resolves to how many have said so in the last minute. */
  beat(member: string): Promise<number>
}

/** Options of `SharedTurns`. */
export interface SharedTurnsOptions extends PaceTerms {
  database: RateDatabase
  /** Requests a second. */
  perSecond: number
  /** How many processes share the rate, until the database tells the number. */
  processes: number
  /** The name of this process, which no other one has. */
  member: string
}

/** A turn that this process holds. */
interface Turn {
  from: number
  until: number
  lesson: number
}

// The share of the rate that is used. The turns of a second are spread over 1000 / 0.95 milliseconds, so that a second sees no more than
// the rate as long as requests are late by up to 52 ms: behind an answer of the database, a timer, or on their way to the service.
export const usedShare = 0.95
// How late a turn may be used, in milliseconds. Later it would draw too close to the turns of other processes.
const mostLateMs = 30
// A process that missed all turns of an answer may be twice as late for those of the next one, up to 2 ** 5 times as late: a process that
// is always busy would never get through otherwise.
const mostDoublings = 5
// Turns that begin later than so many milliseconds from now are not given out: whoever holds turns learns late of a refusal.
const horizonMs = 100
// Whoever found no turns may look further ahead by as many milliseconds as it has waited since, up to so many. Without that, a process that
// is slow to ask would find the turns taken each time.
const mostHorizonGained = 500
// Whoever found no turns asks again no sooner than after so many milliseconds.
const leastBetweenQuestions = 5
// New turns are asked for when the last one that is held is less than so many milliseconds away.
const askAheadMs = horizonMs / 2
// The longest time in milliseconds that an answer of the database is waited for.
const answerTimeout = 2000
// A database that was lost is tried again after so many milliseconds.
const probeEvery = 1000
// Such a try is given up after so many milliseconds. A connection that died unnoticed never answers.
const probeTimeout = 5000
// A process says that it uses the rate each time that so many milliseconds are over. The database remembers it for a minute.
const beatEvery = 2000

/** The time between two turns at a rate, in milliseconds. */
export const intervalOf = (perSecond: number): number => 1000 / (perSecond * usedShare)

/** How many milliseconds the turns of one request to the database may span at most. */
export const blockMs = 100

/**
 * How many milliseconds a stored moment may lie ahead at most, besides one interval. A later one was written before the clock of the server
 * was set back, and does not count.
 */
export const furthestMs = 70_000

/**
 * Turns of a rate that several processes share by a database. A process asks for a few at once, and only for as many as attempts wait.
 *
 * While the database cannot be asked, the process has a bucket of its own: the rate, divided by the number of processes that was known
 * last. The log is told of the change and of the return.
 */
export class SharedTurns implements Turns {
  readonly #held = new Queue<Turn>()
  /** The bucket that this process alone uses while the database is lost. */
  #own: Bucket | undefined
  #processes: number
  #isAsking = false
  #isProbing = false
  #askAt = -Infinity
  #lastHeldAt = -Infinity
  #pausedUntil = -Infinity
  #probeAt = -Infinity
  #beatAt = -Infinity
  /** Since when the requests to the database have found no turns. */
  #vainSince = Infinity
  #answersUnused = 0

  /** @param onChange Called when an answer of the database has come. */
  constructor(
    private readonly options: SharedTurnsOptions,
    private readonly onChange: () => void,
  ) {
    this.#processes = options.processes
  }

  rate(): number {
    return 1000 / intervalOf(this.options.perSecond)
  }

  take(now: number, waiting: number): Pass | undefined {
    if (this.#own) {
      void this.#probe(now)
      return this.#own.take(now, waiting)
    }
    const turn = this.#firstHeld(now)
    if (!turn || turn.from > now) return undefined
    this.#held.removeFirst()
    this.#answersUnused = Math.max(0, this.#answersUnused - 1)
    return { at: now, lesson: turn.lesson }
  }

  nextAt(now: number, waiting: number): number {
    if (this.#own) return this.#own.nextAt()
    const first = this.#firstHeld(now)?.from
    const mayAskAt = Math.max(this.#askAt, this.#pausedUntil)
    if (!waiting) return first ?? mayAskAt
    if (this.#isAsking || waiting <= this.#held.size) return first ?? Infinity
    const askAt = first === undefined ? mayAskAt : Math.max(mayAskAt, this.#lastHeldAt - askAheadMs)
    if (askAt > now) return Math.min(first ?? Infinity, askAt)
    void this.#ask(now, waiting - this.#held.size)
    return first ?? Infinity
  }

  end(): void {}

  refuse(pass: Pass, now: number, pauseMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs)
    this.#dropHeld()
    if (this.#own) this.#own.refuse(pass, now, pauseMs)
    else
      this.#within(answerTimeout, ({ database }) => database.refuse(pass.lesson, pauseMs)).catch(this.#lose)
  }

  /** The turn to use next. Those whose time is over are lost. */
  #firstHeld(now: number): Turn | undefined {
    let turn = this.#held.first()
    while (turn && turn.until < now) {
      this.#held.removeFirst()
      turn = this.#held.first()
    }
    return turn
  }

  #dropHeld(): void {
    while (this.#held.first()) this.#held.removeFirst()
  }

  async #ask(now: number, wanted: number): Promise<void> {
    this.#isAsking = true
    if (now >= this.#beatAt) this.#beat(now, answerTimeout).catch(this.#lose)
    const gained = Math.min(Math.max(0, now - this.#vainSince), mostHorizonGained)
    try {
      this.#keep(
        now,
        await this.#within(answerTimeout, ({ database }) => database.take(wanted, horizonMs + gained)),
      )
    } catch (error) {
      this.#lose(error)
    }
    this.#isAsking = false
    this.onChange()
  }

  #keep(askedAt: number, { now, start, count, interval, lesson }: Grant): void {
    const answeredAt = monotonic(this.options.clock)
    // Counted from the answer on: no turn begins too early, and each is late by the way of the answer at most.
    const from = answeredAt + start - now
    // A refusal that came meanwhile knows more than the answer.
    if (this.#own || (this.#pausedUntil > askedAt && from < this.#pausedUntil)) return
    if (!count) {
      this.#vainSince = Math.min(this.#vainSince, askedAt)
      this.#askAt = Math.max(answeredAt + leastBetweenQuestions, from - horizonMs)
      return
    }
    this.#vainSince = Infinity
    const mostLate = mostLateMs * 2 ** Math.min(this.#answersUnused++, mostDoublings)
    for (let number = 0; number < count; number++) {
      this.#lastHeldAt = from + number * interval
      this.#held.add({ from: this.#lastHeldAt, until: this.#lastHeldAt + mostLate, lesson })
    }
  }

  readonly #lose = (error: unknown): void => {
    if (this.#own) return
    const { clock, log, perSecond } = this.options
    const now = monotonic(clock)
    this.#own = new Bucket(perSecond / this.#processes)
    if (this.#pausedUntil > now) this.#own.refuse({ at: now, lesson: -1 }, now, this.#pausedUntil - now)
    this.#dropHeld()
    this.#probeAt = now + probeEvery
    log(
      'warn',
      'The database of the shared rate cannot be asked. This process keeps its own share of the rate meanwhile.',
      {
        error: error instanceof Error ? error.message : String(error),
        ratePerSecond: this.#own.perSecond,
        processes: this.#processes,
      },
    )
  }

  /** Asks the database in the background whether it is there again. While such a request hangs, no other one is made for a while. */
  async #probe(now: number): Promise<void> {
    if (this.#isProbing || now < this.#probeAt) return
    this.#isProbing = true
    this.#probeAt = now + probeEvery
    try {
      await this.#beat(now, probeTimeout)
      this.#own = undefined
      this.options.log('info', 'The database of the shared rate can be asked again.', {
        processes: this.#processes,
      })
    } catch {
      // The database is still lost, which the log knows.
    }
    this.#isProbing = false
    this.onChange()
  }

  async #beat(now: number, timeout: number): Promise<void> {
    this.#beatAt = now + beatEvery
    const processes = await this.#within(timeout, ({ database, member }) => database.beat(member))
    this.#processes = Math.max(1, processes)
  }

  #within<T>(ms: number, ask: (options: SharedTurnsOptions) => Promise<T>): Promise<T> {
    const bounds = { clock: this.options.clock, signal: undefined, ms, limit: `limit of ${ms} ms` }
    return runWithin(bounds, () => ask(this.options))
  }
}

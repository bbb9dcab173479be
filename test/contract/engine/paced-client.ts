import { setImmediate } from 'node:timers/promises'
import { RequestFailed, sendRequest, type Answer, type Flaw, type Sender, type Wire } from '../wire/client'
import { type Pacer, Stopwatch, pause } from '../wire/time'
import { readRetryAfter } from '../wire/retry-after'
import { CouldNotRun, NoAnswer } from './outcome'
import { addressedBy, toHttp, type ApiRequest } from './request'

/** The parts of a run that the client needs. */
export interface PacedClientParts extends Wire {
  baseUrl: string
  pacer: Pacer
  /** Lets time pass after a 429, in milliseconds. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Milliseconds that one request may wait for the end of a rate limit. */
const longestThrottling = 60_000
/** The most attempts of one request that a rate limit refuses. */
const most429s = 12
/** Milliseconds that a request waits besides what a 429 says, twice as long each time, and at most. */
const [leastFurtherWait, longestFurtherWait] = [25, 2_000]
/** The number of requests in a row without an answer after which no more are sent. */
const mostUnanswered = 3
/** The name under which unanswered requests are counted, whatever they address. */
const anything = ''
/** Milliseconds after which timers get a turn. */
const turn = 20
/** How often a request is sent again whose connection ended: several connections in turn may have ended while they were idle. */
const mostBroken = 2
/** Milliseconds before a request is sent again that a server error answered, and how many of such waits may be in vain. */
const [afterServerError, mostInVain] = [500, 6]
/** Milliseconds between two looks whether an outage is over, unless the deployment names a wait, and the longest that is waited. */
const [betweenLooks, longestAsked] = [1_000, 10_000]
/** Milliseconds that a run waits for the end of outages in vain, and where nothing was ever answered well. */
const [longestOutage, longestAtFirst] = [15_000, 2_000]

/**
 * Sends the suite's requests at the run's pace, waits for the end of rate limits, and gives up on a deployment that does
 * not answer.
 */
export class PacedClient {
  /** How many requests in a row got no answer in time: of all requests, and of those to each path. */
  readonly #unanswered = new Map<string, number>()
  #throttled = false
  /** How many waits after a server error were in vain, and the milliseconds of the outages that did not end. */
  #inVain = 0
  #spentOnOutages = 0
  /**
   * The last request that only reads and was answered well. It is sent again after a server error: where it gets one, too, there is an outage, and no
   * fault of the one request.
   */
  #lastRead: ApiRequest | undefined
  #outage: Promise<boolean> | undefined
  #yieldedAt = performance.now()
  /** The 429s that were waited out, for the check that judges them. */
  readonly rateLimited: Answer[] = []
  /** Why requests were sent a second time, for each that was answered rightly then. */
  readonly flaws: Flaw[] = []
  /** How often the deployment began to answer by server errors: those of one outage count once, however many requests meet it. */
  outages = 0
  #isDown = false
  /** How many requests were sent. */
  sent = 0
  /** How long answers were awaited. */
  readonly answering = new Stopwatch()

  constructor(private readonly parts: PacedClientParts) {}

  /** Lets requests go out again to a deployment that was given up. */
  tryAgain(): void {
    this.#unanswered.clear()
    this.#throttled = false
  }

  /**
   * Resolves to the answer. Throws `CouldNotRun` where none comes.
   *
   * A request that is answered by a server error, or whose connection ends, is sent again, as any client does: one answer of
   * a gateway says nothing about the service, and neither does an outage. A server error in a burst that was reserved is handed back
   * as it is, unless a 429 was waited out before: such a request is no longer part of the burst.
   */
  async send(sent: ApiRequest, by: Sender): Promise<Answer> {
    const first = await this.#waitOutLimits(sent, by)
    const flaw = flawOf(first.outcome)
    const isOfBurst = sent.reserved === true && !first.hasWaited
    const isFinal = flaw === undefined || sent.asIs || (isOfBurst && flaw === 'server-error')
    const outcome = isFinal ? first.outcome : await this.#sendAgain(sent, by, first.outcome, flaw)
    if (outcome instanceof NoAnswer) throw outcome
    if (isFinal || flawOf(outcome) !== undefined) return outcome
    this.flaws.push(flaw)
    return { ...outcome, resentAfter: flaw }
  }

  /** Sends a request again that met a flaw: until it is answered well, or the flaw is none that passes. */
  async #sendAgain(
    sent: ApiRequest,
    by: Sender,
    first: Answer | NoAnswer,
    flaw: Flaw,
  ): Promise<Answer | NoAnswer> {
    const { signal } = by
    const attempt = async () => (await this.#waitOutLimits(sent, by)).outcome
    let outcome = first
    if (flaw === 'connection') {
      for (let again = 0; again < mostBroken && flawOf(outcome) === flaw; again += 1) {
        // The ends of connections that the system has seen already are noticed meanwhile.
        await pause(turn, signal)
        outcome = await attempt()
      }
      return outcome
    }
    const isHopeless = this.#inVain >= mostInVain
    if (!isHopeless) await this.parts.pause(waitAfter(outcome, afterServerError), signal)
    outcome = await attempt()
    if (flawOf(outcome) !== flaw) return outcome
    const hasEnded = await this.endOfOutage(signal, sent)
    // An outage may have ended while the second answer was under way.
    if (hasEnded || !isHopeless) outcome = await attempt()
    if (!hasEnded && flawOf(outcome) === flaw) this.#inVain += 1
    return outcome
  }

  /**
   * Resolves once no outage is under way, to whether there was one that has ended. All requests wait for it together. `sent` shows it
   * where no request has been answered well so far.
   */
  async endOfOutage(signal: AbortSignal, sent?: ApiRequest): Promise<boolean> {
    for (;;) {
      this.#outage ??= this.#awaitEnd(signal, sent).finally(() => (this.#outage = undefined))
      try {
        return await this.#outage
      } catch (error) {
        // The check that looked may have ended, and another one looks on.
        if (error instanceof CouldNotRun || signal.aborted) throw error
      }
    }
  }

  async #awaitEnd(signal: AbortSignal, sent?: ApiRequest): Promise<boolean> {
    const look = this.#lastRead ?? (sent?.method === 'GET' ? sent : undefined)
    const longest = this.#lastRead ? longestOutage : longestAtFirst
    if (!look) return false
    for (let waited = 0; ;) {
      const { outcome } = await this.#waitOutLimits(look, { signal })
      if (flawOf(outcome) !== 'server-error') return waited > 0
      if (this.#spentOnOutages + waited >= longest) {
        this.#spentOnOutages += waited
        return false
      }
      const wait = waitAfter(outcome, betweenLooks)
      await this.parts.pause(wait, signal)
      waited += wait
    }
  }

  /** Sends a request, and again after each 429. Turns a missing answer into a value. */
  async #waitOutLimits(
    sent: ApiRequest,
    by: Sender,
  ): Promise<{ outcome: Answer | NoAnswer; hasWaited: boolean }> {
    const { signal } = by
    const addressed = addressedBy(sent)
    let waited = 0
    for (let attempt = 1; ; attempt += 1) {
      if (this.#isSilent(anything)) throw new CouldNotRun('The deployment no longer answers.')
      if (this.#isSilent(addressed)) throw new CouldNotRun(`The deployment does not answer ${addressed}.`)
      if (this.#throttled) throw throttlingError()
      if (!sent.reserved || attempt > 1) await this.parts.pacer.reserve(1, signal)
      signal.throwIfAborted()
      const outcome = await this.#sendOnce(sent, by, addressed)
      await this.#yield()
      if (outcome instanceof NoAnswer || outcome.status !== 429 || sent.takes429)
        return { outcome, hasWaited: attempt > 1 }
      this.rateLimited.push(outcome)
      const asked = pauseAfter(outcome)
      waited += asked
      if (waited > longestThrottling || attempt >= most429s) {
        this.#throttled = true
        throw throttlingError()
      }
      await this.parts.pause(asked + furtherWait(attempt), signal)
    }
  }

  #isSilent(name: string): boolean {
    return (this.#unanswered.get(name) ?? 0) >= mostUnanswered
  }

  async #sendOnce(sent: ApiRequest, by: Sender, addressed: string): Promise<Answer | NoAnswer> {
    const names = [anything, addressed]
    this.sent += 1
    try {
      const answer = await this.answering.measure(
        sendRequest(toHttp(sent, this.parts.baseUrl), this.parts, by),
      )
      for (const name of names) this.#unanswered.delete(name)
      const wasDown = this.#isDown
      this.#isDown = answer.status >= 500
      if (this.#isDown && !wasDown) this.outages += 1
      const isRead = sent.method === 'GET' && sent.origin === undefined && !sent.odd
      if (isRead && answer.status < 300) this.#lastRead = sent
      return answer
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      // A firewall in front of another port says nothing about the deployment.
      if (error.cause === 'time' && sent.origin === undefined)
        for (const name of names) this.#unanswered.set(name, (this.#unanswered.get(name) ?? 0) + 1)
      return new NoAnswer(`${sent.method} ${sent.path.split('?')[0]}: ${error.message}`, error.cause)
    }
  }

  /** Lets timers fire. A deployment in this process may always answer at once, and then no time limit would hold. */
  async #yield(): Promise<void> {
    if (performance.now() - this.#yieldedAt < turn) return
    await setImmediate()
    this.#yieldedAt = performance.now()
  }
}

/** Why a request is to be sent again. A service that takes too long once would take as long again. */
export function flawOf(outcome: Answer | NoAnswer): Flaw | undefined {
  if (outcome instanceof NoAnswer) return outcome.cause === 'connection' ? 'connection' : undefined
  return outcome.status >= 500 ? 'server-error' : undefined
}

/** Milliseconds to wait after a server error: as long as it asks for, within limits. */
function waitAfter(outcome: Answer | NoAnswer, usual: number): number {
  if (outcome instanceof NoAnswer) return usual
  const asked = readRetryAfter(outcome.headers, outcome.receivedAt)?.milliseconds
  return Math.min(asked ?? usual, longestAsked)
}

/**
 * Milliseconds to wait after a 429. The interface does not show the unit of `Retry-After`: where seconds would be longer than
 * any wait of a run, the number is taken for milliseconds. To ask too early costs another 429, no more.
 */
function pauseAfter(answer: Answer): number {
  const milliseconds = readRetryAfter(answer.headers, answer.receivedAt)?.milliseconds ?? 1_000
  return milliseconds > longestThrottling ? Math.max(1_000, milliseconds / 1_000) : milliseconds
}

/** Requests that were refused together would come together again, and most of them be refused again, without this wait. */
function furtherWait(attempt: number): number {
  return attempt === 1 ? 0 : Math.min(longestFurtherWait, leastFurtherWait * 2 ** attempt)
}

function throttlingError(): CouldNotRun {
  return new CouldNotRun('The deployment goes on answering 429.', '--rate')
}

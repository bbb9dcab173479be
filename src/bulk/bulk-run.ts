import type { rememberCaller } from '../errors/caller'
import type { Attempt, RequestError } from '../errors/request-errors'
import type { CallOptions } from '../transport/limits'
import type { Pace } from '../transport/pace'
import type { BulkProgress, BulkResult, BulkSummary, CreateAllOptions, CreateOne, LossOption } from './bulk'
import { BulkPace } from './bulk-pace'

// This module is loaded when a bulk begins. It imports types alone, so that bundlers need not cut the client apart, which takes 700 bytes
// more: what it needs of the client stands in its terms.

/** The parts of a client and the arguments of a caller that a bulk works with. */
export interface BulkTerms<Input, Created> extends Pick<
  CreateAllOptions<Input>,
  'concurrency' | 'onProgress' | 'idempotencyKey'
> {
  inputs: Iterator<Input> | AsyncIterator<Input>
  create: CreateOne<Input, Created>
  /** The options of each call. */
  call: CallOptions & LossOption
  pace: Pace
  /** The pace of the rate that the bulk was given, if it was. */
  ownPace: Pace | undefined
  withCaller: ReturnType<typeof rememberCaller>
  /** Waits for work until the signal ends the wait, or until `ms` milliseconds have passed. */
  waitFor<T>(work: () => Promise<T>, signal: AbortSignal | undefined, ms: number): Promise<T>
}

// Errors after which the next input would fare no better, whatever came of the others.
const endingErrors = ['AuthenticationError', 'PermissionError', 'RateLimitError', 'AbortError']

// Each input under way holds a connection while no rate is known.
const mostAtUnknownRate = 100
// At a known rate as many inputs are under way as pass in so many seconds, which fills the rate up to that latency.
const mostLatency = 10
const maxFailures = 100
// How many milliseconds an abort waits for an `onProgress` that has not returned.
const graceMs = 1000
// So many ids of the latest events are kept, to count each event once. They take about 10 MB.
const maxIds = 100_000
// The moments at which the service worked are kept so many milliseconds apart, and so many of them: at least five minutes.
const sampleMs = 100
const maxSamples = 3000

/**
 * The run of a bulk: its source, the inputs under way, and the results that wait to be taken. It reads no more inputs than are under way,
 * so that an endless source takes no more memory than a short one.
 */
export class BulkRun<Input, Created extends { id: string }> {
  readonly #terms: BulkTerms<Input, Created>
  readonly #pace: BulkPace
  readonly #progress: BulkProgress = { position: 0, created: 0, duplicates: 0, failed: 0 }
  readonly #ids = new Set<string>()
  readonly #failures: BulkSummary<Input>['failures'] = []
  /** The indexes beyond `position` that are settled already, while the input at `position` is not. */
  readonly #settled = new Set<number>()
  /** The errors that end the bulk. Their inputs are sent again when the bulk is resumed. */
  readonly #ending = new Set<unknown>()
  /** When the requests that created events were sent, in milliseconds since the epoch. */
  readonly #workedAt: number[] = []
  readonly #results: BulkResult<Input, Created>[] = []
  #source: 'open' | 'being read' | 'exhausted' | 'closed' = 'open'
  #inputCount = 0
  #underWay = 0
  #isReportAbandoned = false
  /** Why the bulk ended early, if it did. */
  end: { cause: unknown } | undefined
  #wake = () => {}

  constructor(terms: BulkTerms<Input, Created>) {
    this.#terms = terms
    this.#pace = new BulkPace(terms.pace, terms.ownPace, () => this.#wake())
  }

  async *results(): AsyncGenerator<BulkResult<Input, Created>, BulkSummary<Input>> {
    try {
      for (;;) {
        if (this.#mayRead()) void this.#readInput()
        const result = this.#results.shift()
        if (result) {
          yield result
          await this.#count(result)
        } else if (this.#underWay || this.#source === 'being read') await this.#wakened()
        else break
      }
    } finally {
      await this.#close()
    }
    const omittedFailures = this.#progress.failed - this.#failures.length
    return { ...this.#progress, failures: this.#failures, omittedFailures }
  }

  #mayRead(): boolean {
    const rate = this.#pace.rate()
    const most = rate < Infinity ? Math.max(mostAtUnknownRate, rate * mostLatency) : mostAtUnknownRate
    // A call that waits for the pace shows that enough inputs are under way.
    if (this.#source !== 'open' || this.#pace.waiting) return false
    return this.#underWay + this.#results.length < (this.#terms.concurrency ?? most)
  }

  async #readInput(): Promise<void> {
    this.#source = 'being read'
    try {
      // Within the signal: an abort must not wait for a source that never answers.
      const { inputs, waitFor, call } = this.#terms
      const read = await waitFor(async () => inputs.next(), call.signal, Infinity)
      if (this.#isBeingRead()) {
        this.#source = read.done ? 'exhausted' : 'open'
        if (!read.done) void this.#createFrom(read.value, this.#inputCount++)
      }
    } catch (error) {
      this.#stop(error)
    }
    this.#wake()
  }

  /** Whether nothing has closed the source since it was asked. */
  #isBeingRead(): boolean {
    return this.#source === 'being read'
  }

  async #createFrom(input: Input, index: number): Promise<void> {
    this.#underWay++
    try {
      const { create, call, withCaller } = this.#terms
      const key = this.#terms.idempotencyKey?.(input, index)
      const creation = create(input, { ...call, idempotencyKey: key }, this.#pace)
      const { data: event, idempotencyKey, replayed, attempts } = await withCaller(creation)
      this.#noteWork(attempts)
      this.#results.push({ index, input, event, idempotencyKey, replayed })
    } catch (error) {
      const isCallError = isErrorOfCall(error)
      if (!isCallError || this.#wouldRepeat(error)) {
        this.#ending.add(error)
        this.#stop(error)
      }
      if (isCallError) this.#results.push({ index, input, error })
    }
    this.#underWay--
    this.#wake()
  }

  #noteWork(attempts: readonly Attempt[]): void {
    const sentAt = attempts[attempts.length - 1]?.startedAt ?? 0
    const samples = this.#workedAt
    if (sentAt < (samples[samples.length - 1] ?? 0) + sampleMs) return
    if (samples.push(sentAt) > maxSamples) samples.shift()
  }

  /**
   * Whether the next input would fail for the same reason: the key, the rate, the signal, or a service that is down. A service that took
   * another input between the last two attempts of this one is not down.
   */
  #wouldRepeat(error: RequestError): boolean {
    if (endingErrors.includes(error.name)) return true
    const [previous, last] = error.attempts.slice(-2)
    const failedAt = previous && previous.startedAt + previous.durationMs
    const worked = (sentAt: number) => !!failedAt && !!last && sentAt >= failedAt && sentAt <= last.startedAt
    return error.retryable && !this.#workedAt.some(worked)
  }

  /**
   * Counts a result after it was taken: a position that covers a result which nobody took would lose it. An input whose error ends the
   * bulk is not covered either, since it is to be sent again once the cause is gone.
   */
  async #count({ index, input, event, error }: BulkResult<Input, Created>): Promise<void> {
    const progress = this.#progress
    progress[error ? 'failed' : this.#isNew(event.id) ? 'created' : 'duplicates']++
    if (error && this.#failures.length < maxFailures) this.#failures.push({ index, input, error })
    if (!this.#ending.has(error)) this.#settled.add(index)
    while (this.#settled.delete(progress.position)) progress.position++
    if (!this.#isReportAbandoned) await this.#report().catch((thrown: unknown) => this.#stop(thrown))
  }

  /**
   * Calls `onProgress` and waits for it. Once the signal has aborted, the wait lasts a second more. A callback that takes longer is not
   * called again, since two calls at once could come out of order.
   */
  async #report(): Promise<void> {
    const { waitFor, call, onProgress } = this.#terms
    const { signal } = call
    const running = (async () => onProgress?.({ ...this.#progress }))()
    const reported = () => running
    await waitFor(reported, signal, Infinity).catch(async (ended: unknown) => {
      if (!signal?.aborted) throw ended
      await waitFor(reported, undefined, graceMs).catch((late: unknown) => {
        this.#isReportAbandoned = isErrorOfCall(late) && late.name === 'TimeoutError'
        throw this.#isReportAbandoned ? ended : late
      })
    })
  }

  /** Whether no earlier input became this event. Random idempotency keys make a new event of each input, so nothing is compared then. */
  #isNew(id: string): boolean {
    if (!this.#terms.idempotencyKey) return true
    if (this.#ids.has(id)) return false
    if (this.#ids.add(id).size > maxIds) this.#ids.delete(this.#ids.values().next().value as string)
    return true
  }

  #stop(cause: unknown): void {
    if (this.#source !== 'exhausted') this.#source = 'closed'
    this.end ??= { cause }
    this.#wake()
  }

  async #close(): Promise<void> {
    const isExhausted = this.#source === 'exhausted'
    this.#source = 'closed'
    while (this.#underWay) await this.#wakened()
    // Not awaited: a source that never answers would keep the bulk from ending.
    const closeSource = async () => isExhausted || this.#terms.inputs.return?.()
    closeSource().catch(() => {})
  }

  #wakened(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve))
  }
}

/** Whether a value is the error of a call. Errors of calls have an `outcome`, and no other error of this package has one. */
function isErrorOfCall(value: unknown): value is RequestError {
  const { isEventDeliveryError, outcome } = Object(value) as Partial<RequestError>
  return !!isEventDeliveryError && outcome !== undefined
}

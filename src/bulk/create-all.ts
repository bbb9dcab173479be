import { AuthenticationError, PermissionError, RateLimitError } from '../errors/api-errors'
import { rememberCaller } from '../errors/caller'
import { refuseValue } from '../errors/refuse'
import { AbortError, type Attempt, RequestError, TimeoutError } from '../errors/request-errors'
import { type Bounds, runWithin } from '../transport/bounds'
import type { WithResponse } from '../transport/http'
import type { CallOptions } from '../transport/limits'
import type { Pace } from '../transport/pace'
import { checkPositive } from '../transport/preflight'
import type { Transport } from '../transport/transport'
import { BulkPace } from './bulk-pace'
import { BulkError, type BulkResult, type BulkSource, type BulkSummary, type BulkProgress } from './bulk'

/** What the creation of an event does with values in `data` that JSON would change. */
export interface LossOption {
  /**
   * Sends what JSON makes of values in `data` that it would change: `null` for `NaN`, `Infinity` and `undefined` in a list, and nothing for
   * a function. Unless given, such a value is refused by its path before anything is sent.
   */
  allowLossyJson?: boolean | undefined
}

/** Options of `events.createAll`. */
export interface CreateAllOptions<Input> extends CallOptions, LossOption {
  /**
   * How many inputs are under way at once at most. Unless given, as many as the pace needs at the latency of the service: one more is
   * begun as soon as the one before was sent. There are never more than the pace lets through in ten seconds, or than 100 where that is
   * more or no pace is known.
   */
  concurrency?: number | undefined
  /**
   * How many requests a second this bulk sends at most, retries included. The pace of the client holds too: its `rate`, or else what the
   * refusals of the service have taught.
   */
  rate?: number | undefined
  /** Called, and waited for, after each result was taken. Keep `position`, to resume from after a crash. What it throws ends the bulk. An abort waits for it for a second. */
  onProgress?: ((progress: BulkProgress) => unknown) | undefined
  /**
   * The idempotency key of an input. Derive it from the input, and what is sent again after a crash makes no second event.
   * Random unless given.
   */
  idempotencyKey?: ((input: Input, index: number) => string) | undefined
}

/** Creates one event of many. */
export type CreateOne<Input, Created> = (
  input: Input,
  options: CallOptions & LossOption & { idempotencyKey?: string },
  pace: Pace,
) => Promise<WithResponse<Created, string>>

/** Errors after which the next input would fare no better, whatever came of the others. */
const endingErrors = [AuthenticationError, PermissionError, RateLimitError, AbortError]

// Each input under way holds a connection while no rate is known.
const mostAtUnknownRate = 100
// So many seconds of latency are filled at a known rate.
const mostLatency = 10
const maxFailures = 100
// So many milliseconds does an abort leave an `onProgress` that has not returned.
const graceMs = 1000
// The ids of the latest events are kept, to count each event once. They take about 10 MB.
const maxIds = 100_000
// The moments at which the service worked are kept so many milliseconds apart, and so many of them: at least five minutes.
const sampleMs = 100
const maxSamples = 3000

/** The run of a bulk: its source, the inputs under way, and the results that wait to be taken. */
class BulkRun<Input, Created extends { id: string }> {
  readonly #inputs: Iterator<Input> | AsyncIterator<Input>
  readonly #create: CreateOne<Input, Created>
  readonly #transport: Transport
  readonly #options: Pick<CreateAllOptions<Input>, 'concurrency' | 'onProgress' | 'idempotencyKey'>
  /** The options of each call. */
  readonly #call: CallOptions & LossOption
  readonly #pace: BulkPace
  readonly #withCaller: ReturnType<typeof rememberCaller>
  readonly #progress: BulkProgress = { position: 0, created: 0, duplicates: 0, failed: 0 }
  readonly #ids = new Set<string>()
  readonly #failures: BulkSummary<Input>['failures'] = []
  /** The inputs behind `position` that were settled before it. */
  readonly #settled = new Set<number>()
  /** The errors of inputs that are to be sent again, since the next inputs would fare no better. */
  readonly #ending = new Set<unknown>()
  /** When requests were sent that became events, in milliseconds since the epoch. */
  readonly #workedAt: number[] = []
  readonly #results: BulkResult<Input, Created>[] = []
  #source: 'open' | 'being read' | 'exhausted' | 'closed' = 'open'
  #inputCount = 0
  #underWay = 0
  #isReportAbandoned = false
  /** Why the bulk ends early, if it does. */
  #end: { cause: unknown } | undefined
  #wake = () => {}

  constructor(
    source: BulkSource<Input>,
    create: CreateOne<Input, Created>,
    transport: Transport,
    options: CreateAllOptions<Input>,
    withCaller: ReturnType<typeof rememberCaller>,
  ) {
    this.#withCaller = withCaller
    const { concurrency, rate = Infinity, onProgress, idempotencyKey, ...call } = options
    if (concurrency !== undefined) checkPositive('concurrency', concurrency)
    this.#inputs = iteratorOf(source)
    this.#create = create
    this.#transport = transport
    this.#options = { concurrency, onProgress, idempotencyKey }
    this.#call = call
    this.#pace = new BulkPace(transport, checkPositive('rate', rate), () => this.#wake())
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
    const summary = { ...this.#progress, failures: this.#failures, omittedFailures }
    if (this.#end) await this.#withCaller(Promise.reject(new BulkError(summary, this.#end.cause)))
    return summary
  }

  #mayRead(): boolean {
    const rate = this.#pace.rate()
    const most = rate < Infinity ? Math.max(mostAtUnknownRate, rate * mostLatency) : mostAtUnknownRate
    // As soon as a call has to wait for the pace, there are enough.
    if (this.#source !== 'open' || this.#pace.waiting) return false
    return this.#underWay + this.#results.length < (this.#options.concurrency ?? most)
  }

  async #readInput(): Promise<void> {
    this.#source = 'being read'
    try {
      // Within the signal: an abort must not wait for a source that never answers.
      const bounds = { clock: this.#transport.clock, signal: this.#call.signal, ms: Infinity }
      const read = await runWithin(bounds, async () => this.#inputs.next())
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
      const key = this.#options.idempotencyKey?.(input, index)
      const creation = this.#create(input, { ...this.#call, idempotencyKey: key }, this.#pace)
      const { data: event, idempotencyKey, replayed, attempts } = await this.#withCaller(creation)
      this.#noteWork(attempts)
      this.#results.push({ index, input, event, idempotencyKey, replayed })
    } catch (error) {
      const isCallError = error instanceof RequestError
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
   * Whether the next input would fare no better: the cause is the key, the rate, the signal, or a service that is down. A service that took
   * another input between the last two attempts of this one is not down.
   */
  #wouldRepeat(error: RequestError): boolean {
    if (endingErrors.some((type) => error instanceof type)) return true
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

  /** Reports the progress. An abort leaves its receiver a moment more, and then gives it up: a further call beside it would be out of order. */
  async #report(): Promise<void> {
    const { signal } = this.#call
    const running = (async () => this.#options.onProgress?.({ ...this.#progress }))()
    const wait = (bounds: Pick<Bounds, 'signal' | 'ms'>) =>
      runWithin({ clock: this.#transport.clock, ...bounds }, () => running)
    await wait({ signal, ms: Infinity }).catch(async (ended: unknown) => {
      if (!signal?.aborted) throw ended
      await wait({ signal: undefined, ms: graceMs }).catch((late: unknown) => {
        this.#isReportAbandoned = late instanceof TimeoutError
        throw this.#isReportAbandoned ? ended : late
      })
    })
  }

  /** Whether an event came for no input before. Random keys make an event of each. */
  #isNew(id: string): boolean {
    if (!this.#options.idempotencyKey) return true
    if (this.#ids.has(id)) return false
    if (this.#ids.add(id).size > maxIds) this.#ids.delete(this.#ids.values().next().value as string)
    return true
  }

  #stop(cause: unknown): void {
    if (this.#source !== 'exhausted') this.#source = 'closed'
    this.#end ??= { cause }
    this.#wake()
  }

  async #close(): Promise<void> {
    const isExhausted = this.#source === 'exhausted'
    this.#source = 'closed'
    while (this.#underWay) await this.#wakened()
    // Not awaited: a source that never answers would keep the bulk from ending.
    const closeSource = async () => isExhausted || this.#inputs.return?.()
    closeSource().catch(() => {})
  }

  #wakened(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve))
  }
}

/**
 * Creates an event for each input of a source, several at a time. Reads no more inputs than are under way, so that an endless source
 * takes no more memory than a short one.
 */
export async function* createAll<Input, Created extends { id: string }>(
  source: BulkSource<Input>,
  create: CreateOne<Input, Created>,
  transport: Transport,
  options?: CreateAllOptions<Input> | null,
): AsyncGenerator<BulkResult<Input, Created>, BulkSummary<Input>> {
  // A generator begins when its first result is asked for, which is where the caller uses the bulk.
  const withCaller = rememberCaller()
  return yield* new BulkRun(source, create, transport, options ?? {}, withCaller).results()
}

function iteratorOf<Input>(source: BulkSource<Input>): Iterator<Input> | AsyncIterator<Input> {
  const iterable = Object(source) as Partial<AsyncIterable<Input> & Iterable<Input>>
  return (
    iterable[Symbol.asyncIterator]?.() ??
    iterable[Symbol.iterator]?.() ??
    refuseValue('source', source, 'give an array of inputs, or another iterable of them.')
  )
}

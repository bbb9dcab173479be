import { AuthenticationError, PermissionError, RateLimitError } from '../errors/api-errors'
import { rememberCaller } from '../errors/caller'
import { refuseValue } from '../errors/refuse'
import { AbortError, RequestError } from '../errors/request-errors'
import { runWithin } from '../transport/bounds'
import type { CallOptions } from '../transport/limits'
import type { Pace } from '../transport/pace'
import { checkPositive } from '../transport/preflight'
import type { Transport } from '../transport/transport'
import { BulkError, type BulkResult, type BulkSource, type BulkSummary, type BulkProgress } from './bulk'
import { createLane } from './lane'

/** Options of `events.createAll`. */
export interface CreateAllOptions<Input> extends CallOptions {
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
  /** Called, and waited for, after each result was taken. Keep `position`, to resume from after a crash. What it throws ends the bulk. */
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
  options: CallOptions & { idempotencyKey?: string },
  pace: Pace,
) => Promise<{ data: Created; idempotencyKey: string }>

/** Errors after which the next input would fare no better. They end the bulk. */
const endingErrors = [AuthenticationError, PermissionError, RateLimitError, AbortError]
const endsBulk = (error: unknown) => endingErrors.some((type) => error instanceof type)

// Each input under way holds a connection while no pace is known.
const mostAtUnknownPace = 100
// So many seconds of latency are filled at a known pace.
const mostLatency = 10
const maxFailures = 100

const mostUnderWay = (lane: Pace): number => {
  const rate = lane.rate()
  return rate < Infinity ? Math.max(mostAtUnknownPace, rate * mostLatency) : mostAtUnknownPace
}

/**
 * Creates an event for each input of a source, several at a time. Reads no more inputs than are under way, so that an endless source
 * takes no more memory than a short one.
 */
export async function* createAll<Input, Created>(
  source: BulkSource<Input>,
  create: CreateOne<Input, Created>,
  { clock, pace }: Transport,
  options?: CreateAllOptions<Input>,
): AsyncGenerator<BulkResult<Input, Created>, BulkSummary<Input>> {
  const { concurrency, rate = Infinity, onProgress, idempotencyKey, ...call } = options ?? {}
  if (concurrency !== undefined) checkPositive('concurrency', concurrency)
  const inputs = iteratorOf(source)
  // A generator begins when its first result is asked for, which is where the caller uses the bulk.
  const withCaller = rememberCaller()
  const progress: BulkProgress = { position: 0, created: 0, failed: 0 }
  const failures: BulkSummary<Input>['failures'] = []
  const settled = new Set<number>()
  // Those that wait to be taken.
  const results: BulkResult<Input, Created>[] = []
  let inputCount = 0
  let underWay = 0
  let waiting = 0
  let isReading = false
  let isExhausted = false
  let isClosed = false
  let end: { cause: unknown } | undefined
  let wake = () => {}

  const stop = (cause: unknown) => {
    isClosed = true
    end ??= { cause }
    wake()
  }

  const lane = createLane(clock, pace, checkPositive('rate', rate), (turn) => {
    waiting++
    const pass = () => {
      waiting--
      wake()
    }
    turn.then(pass, pass)
  })

  // As soon as a call has to wait for the pace, there are enough.
  const mayRead = () =>
    !isClosed && !isReading && !waiting && underWay + results.length < (concurrency ?? mostUnderWay(lane))

  const readInput = async () => {
    isReading = true
    try {
      // Within the signal: an abort must not wait for a source that never answers.
      const bounds = { clock, signal: call.signal, ms: Infinity }
      const read = await runWithin(bounds, async () => inputs.next())
      if (read.done) isExhausted = isClosed = true
      else if (!isClosed) void createFrom(read.value, inputCount++)
    } catch (error) {
      stop(error)
    }
    isReading = false
    wake()
  }

  const createFrom = async (input: Input, index: number) => {
    underWay++
    try {
      const key = idempotencyKey?.(input, index)
      const { data: event, ...made } = await withCaller(create(input, { ...call, idempotencyKey: key }, lane))
      results.push({ index, input, event, idempotencyKey: made.idempotencyKey })
    } catch (error) {
      const isCallError = error instanceof RequestError
      if (!isCallError || endsBulk(error)) stop(error)
      if (isCallError) results.push({ index, input, error })
    }
    underWay--
    wake()
  }

  const wakened = () => new Promise<void>((resolve) => (wake = resolve))

  try {
    for (;;) {
      if (mayRead()) void readInput()
      const result = results.shift()
      if (!result) {
        if (!underWay && (isClosed || !isReading)) break
        await wakened()
        continue
      }
      yield result
      // Counted after it was taken: a position that covers a result which nobody took would lose it. An input whose error ends
      // the bulk is not covered either, since it is to be sent again once the cause is gone.
      const { index, input, error } = result
      progress[error ? 'failed' : 'created']++
      if (error && failures.length < maxFailures) failures.push({ index, input, error })
      if (!endsBulk(error)) settled.add(index)
      while (settled.delete(progress.position)) progress.position++
      try {
        await onProgress?.({ ...progress })
      } catch (error) {
        stop(error)
      }
    }
  } finally {
    isClosed = true
    while (underWay) await wakened()
    // Not awaited: a source that never answers would keep the bulk from ending.
    const closeSource = async () => isExhausted || inputs.return?.()
    closeSource().catch(() => {})
  }
  const summary = { ...progress, failures }
  if (end) await withCaller(Promise.reject(new BulkError(summary, end.cause)))
  return summary
}

function iteratorOf<Input>(source: BulkSource<Input>): Iterator<Input> | AsyncIterator<Input> {
  const iterable = Object(source) as Partial<AsyncIterable<Input> & Iterable<Input>>
  return (
    iterable[Symbol.asyncIterator]?.() ??
    iterable[Symbol.iterator]?.() ??
    refuseValue('source', source, 'give an array of inputs, or another iterable of them.')
  )
}

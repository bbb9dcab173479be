import { AuthenticationError, PermissionError, RateLimitError } from '../errors/api-errors'
import { given } from '../errors/printable'
import { refuse } from '../errors/refuse'
import { AbortError, RequestError } from '../errors/request-errors'
import { runWithin } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import type { CallOptions } from '../transport/limits'
import type { Gate } from '../transport/plan'
import { checkPositive } from '../transport/preflight'
import { BulkError, type BulkProgress, type BulkResult, type BulkSource } from './bulk'
import { createGate } from './gate'

/** Options of `events.createAll`. */
export interface CreateAllOptions<Input> extends CallOptions {
  /** How many inputs are under way at once. 16 unless given. */
  concurrency?: number | undefined
  /**
   * How many requests a second are sent at most, retries included: the rate of the plan. Unless given, the refusals of the service set
   * the pace: all calls slow down together and recover bit by bit.
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
  gate: Gate,
) => Promise<{ data: Created; idempotencyKey: string }>

/** Errors after which the next input would fare no better. They end the bulk. */
const endingErrors = [AuthenticationError, PermissionError, RateLimitError, AbortError]
const endsBulk = (error: unknown) => endingErrors.some((type) => error instanceof type)

/** The next step of a run: an input to start with, or the result of a call to yield. */
type Step<Input, Created> = () => BulkResult<Input, Created> | undefined | void

/**
 * Creates an event for each input of a source, several at a time. Reads no more inputs than are under way, so that an endless source
 * takes no more memory than a short one.
 */
export async function* createAll<Input, Created>(
  source: BulkSource<Input>,
  create: CreateOne<Input, Created>,
  clock: Clock,
  options?: CreateAllOptions<Input>,
): AsyncGenerator<BulkResult<Input, Created>, BulkProgress> {
  const { concurrency = 16, rate = Infinity, onProgress, idempotencyKey, ...call } = options ?? {}
  checkPositive('concurrency', concurrency)
  const gate = createGate(clock, checkPositive('rate', rate))
  const inputs = iteratorOf(source)
  const progress: BulkProgress = { position: 0, created: 0, failed: 0 }
  const settled = new Set<number>()
  const underWay = new Set<Promise<Step<Input, Created>>>()
  let reading: Promise<Step<Input, Created>> | undefined
  let inputCount = 0
  let isExhausted = false
  let isClosed = false
  let end: { cause: unknown } | undefined

  const stop = (cause: unknown) => {
    isClosed = true
    end ??= { cause }
  }

  const readInput = () =>
    // Within the signal: an abort must not wait for a source that never answers.
    runWithin({ clock, signal: call.signal, ms: Infinity }, async () => inputs.next())
      .then(({ done, value }) => () => {
        reading = undefined
        if (done) isExhausted = isClosed = true
        else start(value, inputCount++)
      })
      .catch((error: unknown) => () => stop(error))

  const start = (input: Input, index: number) => {
    const work: Promise<Step<Input, Created>> = createFrom(input, index).then((result) => () => {
      underWay.delete(work)
      return result
    })
    underWay.add(work)
  }

  const createFrom = async (input: Input, index: number): Promise<BulkResult<Input, Created> | undefined> => {
    try {
      const created = await create(input, { ...call, idempotencyKey: idempotencyKey?.(input, index) }, gate)
      return { index, input, event: created.data, idempotencyKey: created.idempotencyKey }
    } catch (error) {
      const isCallError = error instanceof RequestError
      if (!isCallError || endsBulk(error)) stop(error)
      return isCallError ? { index, input, error } : undefined
    }
  }

  try {
    for (;;) {
      if (!isClosed && underWay.size < concurrency) reading ??= readInput()
      const pending = reading && !isClosed ? [...underWay, reading] : [...underWay]
      if (!pending.length) break
      const step = await Promise.race(pending)
      const result = step()
      if (result) {
        yield result
        // Counted after it was taken: a position that covers a result which nobody took would lose it. An input whose error ends
        // the bulk is not covered either, since it is to be sent again once the cause is gone.
        progress[result.error ? 'failed' : 'created']++
        if (!endsBulk(result.error)) settled.add(result.index)
        while (settled.delete(progress.position)) progress.position++
        try {
          await onProgress?.({ ...progress })
        } catch (error) {
          stop(error)
        }
      }
    }
  } finally {
    await Promise.all(underWay)
    // Not awaited: a source that never answers would keep the bulk from ending.
    const closeSource = async () => isExhausted || inputs.return?.()
    closeSource().catch(() => {})
  }
  if (end) throw new BulkError(progress, end.cause)
  return progress
}

function iteratorOf<Input>(source: BulkSource<Input>): Iterator<Input> | AsyncIterator<Input> {
  const iterable = Object(source) as Partial<AsyncIterable<Input> & Iterable<Input>>
  return (
    iterable[Symbol.asyncIterator]?.() ??
    iterable[Symbol.iterator]?.() ??
    refuse('source', `is ${given(source)}: give an array of inputs, or another iterable of them.`)
  )
}

import { AuthenticationError, PermissionError, RateLimitError } from '../errors/api-errors'
import { EventDeliveryError } from '../errors/base'
import { AbortError, RequestError } from '../errors/request-errors'
import type { CallOptions } from '../options'
import { checkPositive, refuse } from '../preflight'
import { attempt } from '../transport/attempt'
import type { Clock } from '../transport/clock'
import type { Gate } from '../transport/transport'
import { createGate } from './gate'

/** How far a bulk creation is. */
export interface BulkProgress {
  /** Where to resume: every input before it was settled and its result taken. */
  position: number
  /** How many events were created. */
  created: number
  /** How many inputs became none. */
  failed: number
}

/** Options of `events.createAll`. */
export interface CreateAllOptions<Input> extends CallOptions {
  /** How many inputs are under way at once. 16 unless given. */
  concurrency?: number
  /** How many requests a second are sent at most, retries included: the rate of the plan. Unless given, the refusals of the
   * service set the pace: all slow down together and recover bit by bit. */
  rate?: number
  /** Called, and waited for, after each result was taken. Keep `position`, to resume from after a crash. What it throws ends the bulk. */
  onProgress?(progress: BulkProgress): unknown
  /**
   * The idempotency key of an input. Derive it from the input, and what is sent again after a crash makes no second event.
   * Random unless given.
   */
  idempotencyKey?(input: Input, index: number): string
}

/** What became of one input: its event, or an error that says what is certain. */
export type BulkResult<Input, Created> = {
  /** Which of the inputs, counted from 0. */
  index: number
  input: Input
} & (
  { event: Created; idempotencyKey: string; error?: undefined } | { event?: undefined; error: RequestError }
)

/** An input that became no event. */
export interface BulkFailure<Input> {
  index: number
  input: Input
  error: RequestError
}

/** What became of all inputs. */
export interface BulkSummary<Input> extends BulkProgress {
  /** The inputs that failed, the first 100 of them. */
  failures: BulkFailure<Input>[]
}

/**
 * A bulk creation ended early: the key was refused, the signal aborted, the service wants a rest of more than a minute, or the source
 * or `onProgress` threw. `cause` says which, `position` where to resume: at the first input that was not settled.
 *
 * @example
 * catch (error) { if (error instanceof BulkError) await savePosition(error.position) }
 */
export class BulkError extends EventDeliveryError implements BulkProgress {
  override get name(): 'BulkError' {
    return 'BulkError'
  }

  declare readonly position: number
  declare readonly created: number
  declare readonly failed: number

  constructor(progress: BulkProgress, cause: unknown) {
    super(`Stopped at ${progress.position}.`, { cause })
    Object.assign(this, progress)
  }
}

/** A source of inputs, endless ones included. */
export type BulkSource<Input> = Iterable<Input> | AsyncIterable<Input>

/** Creates one event of many. */
export type CreateOne<Input, Created> = (
  input: Input,
  options: CallOptions & { idempotencyKey?: string },
  gate: Gate,
) => Promise<{ data: Created; idempotencyKey: string }>

// Where one of these comes, the next input would fare no better.
const isEnding = (error: unknown) =>
  [AuthenticationError, PermissionError, RateLimitError, AbortError].some((type) => error instanceof type)
const keptFailures = 100

/** A bulk creation. Iterate it for the results as they come, or drain it with `summary()`. It begins when asked for the first one. */
export interface Bulk<Input, Created> extends AsyncIterable<BulkResult<Input, Created>> {
  [Symbol.asyncIterator](): AsyncGenerator<BulkResult<Input, Created>, BulkProgress>
  /**
   * Sends everything and counts.
   *
   * @throws BulkError when it ended early.
   */
  summary(): Promise<BulkSummary<Input>>
}

export const createBulk = <Input, Created>(
  run: () => AsyncGenerator<BulkResult<Input, Created>, BulkProgress>,
): Bulk<Input, Created> => ({
  [Symbol.asyncIterator]: run,
  async summary() {
    const failures: BulkSummary<Input>['failures'] = []
    const results = run()
    for (;;) {
      const { done, value } = await results.next()
      if (done) return { ...value, failures }
      if (value.error && failures.length < keptFailures) failures.push(value)
    }
  },
})

/** What happens next in a run: an input arrived, or a call ended and left its result. */
type Step<Input, Created> = () => BulkResult<Input, Created> | undefined | void

/** Pulls no more inputs than are under way, so that an endless source takes no more memory than a short one. */
export async function* createAll<Input, Created>(
  source: BulkSource<Input>,
  create: CreateOne<Input, Created>,
  clock: Clock,
  options?: CreateAllOptions<Input>,
): AsyncGenerator<BulkResult<Input, Created>, BulkProgress> {
  const { concurrency = 16, rate = Infinity, onProgress, idempotencyKey, ...call } = options ?? {}
  // None at once, or none a second, would send nothing and say nothing.
  checkPositive('concurrency', concurrency)
  const gate = createGate(clock, checkPositive('rate', rate))
  const given = Object(source) as Record<symbol, () => Iterator<Input> | AsyncIterator<Input>>
  const inputs =
    given[Symbol.asyncIterator]?.() ?? given[Symbol.iterator]?.() ?? refuse('source', 'is missing.')
  const progress: BulkProgress = { position: 0, created: 0, failed: 0 }
  const settled = new Set<number>()
  const underWay = new Set<Promise<Step<Input, Created>>>()
  let pulling: Promise<Step<Input, Created>> | undefined
  let pulled = 0
  let isOver = false
  let isClosed = false
  let reason: { cause: unknown } | undefined

  const stop = (cause: unknown) => {
    isClosed = true
    reason ??= { cause }
  }

  // An abort does not wait for a source that never answers.
  const pull = () =>
    attempt(async () => inputs.next(), clock, Infinity, '', call.signal)
      .then(({ done, value }) => () => {
        pulling = undefined
        if (done) isOver = isClosed = true
        else start(value, pulled++)
      })
      .catch((error: unknown) => () => stop(error))

  const start = (input: Input, index: number) => {
    const work: Promise<Step<Input, Created>> = one(input, index).then((result) => () => {
      underWay.delete(work)
      return result
    })
    underWay.add(work)
  }

  const one = async (input: Input, index: number): Promise<BulkResult<Input, Created> | undefined> => {
    try {
      const made = await create(input, { ...call, idempotencyKey: idempotencyKey?.(input, index) }, gate)
      return { index, input, event: made.data, idempotencyKey: made.idempotencyKey }
    } catch (error) {
      const isOwn = error instanceof RequestError
      if (!isOwn || isEnding(error)) stop(error)
      return isOwn ? { index, input, error } : undefined
    }
  }

  try {
    for (;;) {
      if (!isClosed && underWay.size < concurrency) pulling ??= pull()
      const waitedFor = pulling && !isClosed ? [...underWay, pulling] : [...underWay]
      if (!waitedFor.length) break
      const step = await Promise.race(waitedFor)
      const result = step()
      if (result) {
        yield result
        // Only now: a position that covers a result that was never taken would lose it. Nor does it cover an input that is to be
        // sent again once the reason of the end is gone.
        progress[result.error ? 'failed' : 'created']++
        if (!isEnding(result.error)) settled.add(result.index)
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
    // Not waited for: a source that never answers would never end.
    const close = async () => isOver || inputs.return?.()
    close().catch(() => {})
  }
  if (reason) throw new BulkError(progress, reason.cause)
  return progress
}

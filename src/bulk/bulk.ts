import { EventDeliveryError } from '../errors/base'
import type { RequestError } from '../errors/request-errors'
import type { WithResponse } from '../transport/http'
import type { CallOptions } from '../transport/limits'
import type { Pace } from '../transport/pace'

/** How far a bulk creation is. */
export interface BulkProgress {
  /** The index of the input to resume at: every input before it was settled and its result taken. */
  position: number
  /** How many events the inputs became. One that came for several inputs counts once. */
  created: number
  /** How many inputs got the event of another input of this bulk, because they had the same idempotency key, type and payload. */
  duplicates: number
  /** How many inputs became no event. */
  failed: number
}

/** The result of one input: its event, or an error that says what is certain. */
export type BulkResult<Input, Created> = {
  /** Which of the inputs, counted from 0. */
  index: number
  /** The input as the source gave it. */
  input: Input
} & (
  | {
      /** The event that was created from the input, now or by an earlier request with the same idempotency key. */
      event: Created
      /** The key that the option `idempotencyKey` gave, or a random one. */
      idempotencyKey: string
      /** Whether the service marked the event as created by an earlier request with the same idempotency key. */
      replayed: boolean
      error?: undefined
    }
  | { event?: undefined; replayed?: undefined; error: RequestError }
)

/**
 * An input that became no event: its `index`, counted from 0, the input as the source gave it, and why. `error.idempotencyKey` is the key
 * to send it again with.
 */
export interface BulkFailure<Input> {
  index: number
  input: Input
  error: RequestError
}

/** The results of all inputs, counted. */
export interface BulkSummary<Input> extends BulkProgress {
  /** The inputs that became no event, the first 100 of them. */
  failures: BulkFailure<Input>[]
  /** How many inputs became no event besides those in `failures`. Iterate a bulk, in place of `summary()`, to see each of them. */
  omittedFailures: number
}

/** A source of inputs, endless ones included. */
export type BulkSource<Input> = Iterable<Input> | AsyncIterable<Input>

/**
 * A bulk creation. Iterate it for the results as they come, or drain it with `summary()`. It begins when the first result is asked for, and
 * runs once: what would begin it again is refused, since a second event would be made of each input.
 */
export interface Bulk<Input, Created> extends AsyncIterable<BulkResult<Input, Created>> {
  [Symbol.asyncIterator](): AsyncGenerator<BulkResult<Input, Created>, BulkSummary<Input>>
  /**
   * Sends everything and counts.
   *
   * @throws BulkError when it ended early.
   */
  summary(): Promise<BulkSummary<Input>>
}

/**
 * A bulk creation ended early: the key was refused, the signal aborted, the service was down for longer than the retries of an input or
 * asked to wait for more than a minute, or the source or `onProgress` threw. `cause` says which, `position` where to resume: at the first
 * input that was not settled. `failures` are the inputs before that became no event, the first 100 of them.
 *
 * @example
 * catch (error) { if (error instanceof BulkError) await savePosition(error.position, error.failures) }
 */
export class BulkError extends EventDeliveryError implements BulkSummary<unknown> {
  override get name(): 'BulkError' {
    return 'BulkError'
  }

  declare readonly position: number
  declare readonly created: number
  declare readonly duplicates: number
  declare readonly failed: number
  declare readonly failures: BulkFailure<unknown>[]
  declare readonly omittedFailures: number

  constructor(summary: BulkSummary<unknown>, cause: unknown) {
    const { position, created, failed, failures, omittedFailures } = summary
    const reason = (cause as Error | undefined)?.message ?? String(cause)
    const listed = omittedFailures ? ` (failures has ${failures.length} of them)` : ''
    super(
      `The bulk ended at input ${position}, with ${created} created and ${failed} failed${listed}: ${reason.replace(/\.$/, '')}. ` +
        `Resume it with the inputs from ${position} on, under the same idempotency keys.`,
      { cause },
    )
    Object.assign(this, summary)
  }
}

/** Says what the creation of an event does with values in `data` that JSON would change. */
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

/** Creates the event of one input of a bulk. */
export type CreateOne<Input, Created> = (
  input: Input,
  options: CallOptions & LossOption & { idempotencyKey?: string },
  pace: Pace,
) => Promise<WithResponse<Created, string>>

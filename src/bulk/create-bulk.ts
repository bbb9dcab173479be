import { rememberCaller } from '../errors/caller'
import { refuse, refuseValue } from '../errors/refuse'
import { runWithin } from '../transport/bounds'
import { createPace } from '../transport/pace'
import { checkPositive } from '../transport/preflight'
import type { Transport } from '../transport/transport'
import {
  type Bulk,
  BulkError,
  type BulkResult,
  type BulkSource,
  type BulkSummary,
  type CreateAllOptions,
  type CreateOne,
} from './bulk'

/**
 * Makes a bulk. It begins when the first result is asked for, and loads the module that runs it then: most pages never do. It runs once, since
 * each run gives its inputs new idempotency keys, and would make second events of them.
 */
export function createBulk<Input, Created extends { id: string }>(
  source: BulkSource<Input>,
  create: CreateOne<Input, Created>,
  transport: Transport,
  options: CreateAllOptions<Input> | null | undefined,
): Bulk<Input, Created> {
  let runs = 0
  async function* run(): AsyncGenerator<BulkResult<Input, Created>, BulkSummary<Input>> {
    if (runs++) refuse('source', 'was sent before. Make another bulk.')
    // Remembered before the first `await`, after which the engine no longer knows who asked for the first result.
    const withCaller = rememberCaller()
    const { rate = Infinity, concurrency, onProgress, idempotencyKey, ...call } = options ?? {}
    if (concurrency !== undefined) checkPositive('concurrency', concurrency)
    const { clock, log, pace } = transport
    const ownPace = checkPositive('rate', rate) < Infinity ? createPace({ clock, log }, rate) : undefined
    const inputs = iteratorOf(source)
    const { BulkRun } = await import('./bulk-run')
    const bulk = new BulkRun({
      ...{ inputs, create, call, concurrency, onProgress, idempotencyKey, pace, ownPace, withCaller },
      waitFor: (work, signal, ms) => runWithin({ clock, signal, ms }, work),
    })
    const summary = yield* bulk.results()
    if (bulk.end) await withCaller(Promise.reject(new BulkError(summary, bulk.end.cause)))
    return summary
  }
  return {
    [Symbol.asyncIterator]: run,
    async summary() {
      const results = run()
      for (;;) {
        const { done, value } = await results.next()
        if (done) return value
      }
    },
  }
}

function iteratorOf<Input>(source: BulkSource<Input>): Iterator<Input> | AsyncIterator<Input> {
  const iterable = Object(source) as Partial<AsyncIterable<Input> & Iterable<Input>>
  return (
    iterable[Symbol.asyncIterator]?.() ??
    iterable[Symbol.iterator]?.() ??
    refuseValue('source', source, 'give an array of inputs, or another iterable of them.')
  )
}

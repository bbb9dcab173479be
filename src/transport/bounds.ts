import { AbortError, TimeoutError } from '../errors/request-errors'
import { refuseValue } from '../errors/refuse'
import type { Clock } from './clock'
import type { Limits } from './limits'

// All that waits on one signal shares a listener: from the eleventh listener on, Node warns of a leak.
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

function abortAll(this: AbortSignal): void {
  waiting.get(this)?.forEach((abort) => abort())
}

/** Calls `abort` when the signal aborts. Returns a function that removes the listener. */
function onAbort(signal: AbortSignal, abort: () => void): () => void {
  if (!(signal as Partial<AbortSignal>).addEventListener)
    refuseValue('signal', signal, 'give an AbortSignal.')
  const callbacks = waiting.get(signal) ?? new Set()
  waiting.set(signal, callbacks.add(abort))
  signal.addEventListener('abort', abortAll)
  return () => {
    callbacks.delete(abort)
    if (!callbacks.size) signal.removeEventListener('abort', abortAll)
  }
}

const abortError = (signal: AbortSignal | undefined) => new AbortError('Aborted.', {}, signal?.reason)

/** Bounds of a piece of work. */
export interface Bounds {
  clock: Clock
  signal: AbortSignal | undefined
  /** Milliseconds that the work may take. */
  ms: number
  /** Names the limit in the message of the `TimeoutError`, as `timeout of 5000 ms`. */
  limit?: string
}

/** The shorter of an attempt's `timeout` and the time until the deadline of its call. */
export const tighter = ({ timeout, deadline }: Limits, remaining: number): Pick<Bounds, 'ms' | 'limit'> => ({
  ms: Math.min(timeout, remaining),
  limit: timeout < remaining ? `timeout of ${timeout} ms` : `deadline of ${deadline} ms`,
})

/**
 * Waits until `begin` calls back. Rejects with an `AbortError` when the signal ends the wait. What `begin` returned is called however the
 * wait ends, at least once.
 */
export async function waitFor<T>(
  signal: AbortSignal | undefined,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  if (signal?.aborted) throw abortError(signal)
  let stopListening: (() => void) | undefined
  let end: (() => void) | undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      const abort = () => {
        end?.()
        reject(abortError(signal))
      }
      stopListening = signal && onAbort(signal, abort)
      end = begin(resolve, reject)
    })
  } finally {
    stopListening?.()
    end?.()
  }
}

/**
 * Runs a piece of work until it ends, takes too long or is aborted. Settles also when the work ignores the signal that it is given,
 * and leaves no listener on the caller's signal and no timer behind.
 */
export async function runWithin<T>(
  { clock, signal, ms, limit }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  try {
    return await waitFor<T>(signal, (resolve, reject) => {
      const expire = () => reject(new TimeoutError(`the ${limit} is over`))
      const cancelTimer = clock.schedule(expire, ms)
      if (ms > 0) work(controller.signal).then(resolve, reject)
      else expire()
      return cancelTimer
    })
  } catch (error) {
    controller.abort()
    throw error
  }
}

/** Waits `ms` milliseconds, or until the signal ends the wait with an `AbortError`. */
export const sleep = (clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> =>
  waitFor(signal, (resolve) => clock.schedule(resolve, ms))

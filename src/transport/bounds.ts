import { AbortError, TimeoutError } from '../errors/request-errors'
import type { Clock } from './clock'

// All that waits on one signal shares a listener: from the eleventh listener on, Node warns of a leak.
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

function abortAll(this: AbortSignal): void {
  waiting.get(this)?.forEach((abort) => abort())
}

/** Calls back when the signal is aborted. Returns what ends that. */
function onAbort(signal: AbortSignal | undefined, abort: () => void): () => void {
  if (!signal) return () => {}
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

/**
 * Runs a piece of work until it ends, takes too long or is aborted. Settles also when the work ignores the signal that it is given,
 * and leaves no listener on the caller's signal and no timer behind.
 */
export function runWithin<T>(
  { clock, signal, ms, limit }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    const fail = (error: Error) => {
      release()
      reject(error)
      controller.abort()
    }
    const expire = () => fail(new TimeoutError(`the ${limit} is over`))
    const abort = () => fail(abortError(signal))
    const stopListening = onAbort(signal, abort)
    const cancelTimer = clock.schedule(expire, ms)
    const release = () => {
      cancelTimer()
      stopListening()
    }
    if (signal?.aborted) return abort()
    if (ms <= 0) return expire()
    work(controller.signal).then((value) => {
      release()
      resolve(value)
    }, fail)
  })
}

/**
 * Waits until `begin` calls back. Rejects with an `AbortError` when the signal ends the wait, and then calls what `begin` returned, which
 * has to undo it.
 */
export async function waitFor<T>(
  signal: AbortSignal | undefined,
  begin: (resolve: (value: T) => void) => () => void,
): Promise<T> {
  if (signal?.aborted) throw abortError(signal)
  return new Promise<T>((resolve, reject) => {
    const stopListening = onAbort(signal, () => {
      undo()
      stopListening()
      reject(abortError(signal))
    })
    const undo = begin((value) => {
      stopListening()
      resolve(value)
    })
  })
}

/** Waits so many milliseconds, or until the signal ends the wait with an `AbortError`. */
export const sleep = (clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> =>
  waitFor(signal, (resolve) => clock.schedule(resolve, ms))

import { AbortError, TimeoutError } from '../errors/request-errors'
import type { Clock } from './clock'

// The attempts under way on one signal share a listener: of more than ten, Node warns as of a leak.
const underWay = new WeakMap<object, Set<() => void>>()
const abortAll = ({ target }: { target: unknown }) =>
  underWay.get(target as object)?.forEach((abort) => abort())

function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const attempts = underWay.get(signal) ?? new Set()
  underWay.set(signal, attempts.add(abort))
  signal.addEventListener('abort', abortAll)
  return () => {
    attempts.delete(abort)
    if (!attempts.size) signal.removeEventListener('abort', abortAll)
  }
}

/**
 * Runs one attempt, its body included, until it ends, takes too long or is aborted. Settles also when `send` ignores its
 * signal, and leaves no listener on the caller's signal and no timer behind.
 */
export function attempt<T>(
  send: (signal: AbortSignal) => Promise<T>,
  clock: Clock,
  ms: number,
  limit: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    const interrupt = (error: Error) => {
      release()
      reject(error)
      controller.abort()
    }
    const expire = () => interrupt(new TimeoutError(`The ${limit} ms is over.`))
    const abort = () => interrupt(new AbortError('Aborted.', {}, signal?.reason))
    const forget = signal && onAbort(signal, abort)
    const cancel = clock.schedule(expire, ms)
    const release = () => {
      cancel()
      forget?.()
    }
    if (signal?.aborted) return abort()
    if (ms <= 0) return expire()
    send(controller.signal).then((value) => {
      release()
      resolve(value)
    }, interrupt)
  })
}

/** Waits: an attempt at something that never ends. Rejects when the signal ends it. */
export const sleep = (clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> =>
  attempt(() => new Promise<never>(() => {}), clock, ms, '', signal).catch((error) => {
    if (error instanceof AbortError) throw error
  })

import { AbortError, TimeoutError } from '../errors/request-errors'
import type { Clock } from './clock'

export const abortError = (signal: AbortSignal | undefined) => new AbortError('Aborted.', {}, signal?.reason)

export const timeoutError = (limit: string, ms: number) =>
  new TimeoutError(`The ${limit} of ${ms} ms is over.`)

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
    const abort = () => interrupt(abortError(signal))
    const cancel = clock.schedule(() => interrupt(timeoutError(limit, ms)), ms)
    const release = () => {
      cancel()
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return abort()
    send(controller.signal).then((value) => {
      release()
      resolve(value)
    }, interrupt)
  })
}

/** Waits: an attempt at something that never ends. Resolves to false when the signal ends it. */
export const sleep = (clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<boolean> =>
  attempt(() => new Promise<never>(() => {}), clock, ms, '', signal).catch(
    (error) => error instanceof TimeoutError,
  )

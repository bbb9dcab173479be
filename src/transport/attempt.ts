import type { Clock } from './clock'

/** Why an attempt was ended from this side. */
export type Interruption = 'timeout' | 'signal'

/** What an interrupted attempt rejects with. */
export class Interrupted {
  constructor(readonly by: Interruption) {}
}

/**
 * Runs one attempt, its body included, until it ends, takes too long or is aborted. Settles also when `send` ignores its
 * signal, and leaves no listener on the caller's signal and no timer behind.
 */
export function attempt<T>(
  send: (signal: AbortSignal) => Promise<T>,
  clock: Clock,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    const interrupt = (by: Interruption) => {
      release()
      reject(new Interrupted(by))
      controller.abort()
    }
    const abort = () => interrupt('signal')
    const cancel = clock.schedule(() => interrupt('timeout'), timeout)
    const release = () => {
      cancel()
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return abort()
    send(controller.signal).finally(release).then(resolve, reject)
  })
}

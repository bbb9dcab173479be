import { setTimeout as sleep } from 'node:timers/promises'

/** Waits so many milliseconds, or rejects with the signal's reason as soon as that is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw error
  })
}

/** Calls `act` once a signal is aborted, at once where it is. Returns what forgets that. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}

/**
 * The end of something, which comes with an interruption or once its time is over. It makes a signal only for those who ask for one: in
 * process a signal costs as much as a request.
 */
export class Limit {
  #ended: { reason: Error } | undefined
  #controller: AbortController | undefined
  #reject: ((reason: Error) => void) | undefined
  readonly #releases: (() => void)[] = []

  constructor(interrupt?: AbortSignal) {
    if (interrupt) this.when(interrupt, () => this.abort(interrupt.reason as Error))
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#ended) this.#controller.abort(this.#ended.reason)
    }
    return this.#controller.signal
  }

  abort(reason: Error): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.#controller?.abort(reason)
    this.#reject?.(reason)
  }

  /** Has the end come after so many milliseconds at the latest. */
  after(milliseconds: number, reason: () => Error): void {
    const timer = setTimeout(() => this.abort(reason()), milliseconds)
    this.#releases.push(() => clearTimeout(timer))
  }

  /** Calls `act` once a signal is aborted, unless the limit is released before. */
  when(signal: AbortSignal, act: () => void): void {
    this.#releases.push(onAbort(signal, act))
  }

  /** Settles with the promise, or rejects at the end, whatever the promise does. One promise is awaited after the other. */
  for<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject
      promise.then(resolve, reject)
      if (this.#ended) reject(this.#ended.reason)
    })
  }

  /** Stops what would bring the end later. */
  release(): void {
    for (const release of this.#releases.splice(0)) release()
  }
}

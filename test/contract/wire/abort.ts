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

/** Settles with the promise, or rejects as soon as the signal is aborted, whatever the promise does. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let forget: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal.reason as Error))
  })
  promise.catch(() => undefined)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    forget?.()
  }
}

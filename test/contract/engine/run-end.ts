import { CouldNotRun } from './outcome'

/** Milliseconds that a clean-up may take. */
export const longestCleanUp = 20_000
/** Milliseconds that it may take from an interruption on: whoever interrupts a run waits for its end. */
const longestAfterInterruption = 8_000

/** A signal that is aborted when something has to end. */
export interface TimedSignal {
  signal: AbortSignal
  /** Stops what would abort it later. */
  release: () => void
}

/** A signal for the checks of a run: aborted when the run is interrupted, or when its time is over. */
export function limitChecks(milliseconds: number, interrupt: AbortSignal): TimedSignal {
  const message = `The time of the run was over: its checks may take ${milliseconds / 1000} s together.`
  const timed = timedSignal(milliseconds, () => new CouldNotRun(message, '--time-limit'))
  const stop = onAbort(interrupt, () => timed.abort(interrupt.reason))
  return { signal: timed.signal, release: () => void [timed.release(), stop()] }
}

/** A signal for the clean-up, which goes on when the run is interrupted, and ends soon then. */
export function limitCleanUp(interrupt: AbortSignal): TimedSignal {
  const tooLong = () => new Error('The clean-up took too long.')
  const timed = timedSignal(longestCleanUp, tooLong)
  let soon: NodeJS.Timeout | undefined
  const stop = onAbort(interrupt, () => {
    soon = setTimeout(() => timed.abort(tooLong()), longestAfterInterruption)
  })
  const release = () => {
    timed.release()
    clearTimeout(soon)
    stop()
  }
  return { signal: timed.signal, release }
}

function timedSignal(milliseconds: number, reason: () => Error) {
  const controller = new AbortController()
  const abort = (why: unknown) => controller.abort(why)
  const timer = setTimeout(() => abort(reason()), milliseconds)
  return { signal: controller.signal, abort, release: () => clearTimeout(timer) }
}

/** Calls `act` once a signal is aborted, at once where it is. Returns what forgets that. */
function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}

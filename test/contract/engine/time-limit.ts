import type { Session } from './session'

/**
 * Ends a check when its time is over. Time spent waiting for the run's pace does not count. Returns what stops the timer.
 */
export function limitTime(milliseconds: number, session: Session, limit: AbortController): () => void {
  const started = performance.now()
  const pacedBefore = session.pacer.waited
  let timer: NodeJS.Timeout
  const look = () => {
    const own = performance.now() - started - (session.pacer.waited - pacedBefore)
    if (own >= milliseconds) limit.abort(new Error(`The check did not end within ${milliseconds / 1000} s.`))
    else timer = setTimeout(look, milliseconds - own + 1)
  }
  timer = setTimeout(look, milliseconds)
  return () => clearTimeout(timer)
}

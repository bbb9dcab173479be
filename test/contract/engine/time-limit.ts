import type { Session } from './session'

/**
 * Milliseconds of each answer that count as the check's own: a slow service does not end a check, and a check that sends
 * requests for ever ends all the same.
 */
const countedOfAnswer = 20

/**
 * Ends a check when its time is over. Time spent on the run's pace, on slow answers and on waiting for something does not
 * count: each of these has a limit of its own, and the run as a whole has one. Returns what stops the timer.
 */
export function limitTime(milliseconds: number, session: Session, limit: AbortController): () => void {
  const before = countersOf(session)
  let timer: NodeJS.Timeout
  const look = () => {
    const now = countersOf(session)
    const answering = now.answering - before.answering - countedOfAnswer * (now.sent - before.sent)
    const spent = now.time - before.time - (now.waiting - before.waiting) - Math.max(0, answering)
    if (spent >= milliseconds)
      limit.abort(new Error(`The check did not end within ${milliseconds / 1000} s.`))
    else timer = setTimeout(look, milliseconds - spent + 1)
  }
  timer = setTimeout(look, milliseconds)
  return () => clearTimeout(timer)
}

/** How much time has passed so far, and on what. */
function countersOf({ client, pacer, waiting, target }: Session) {
  return {
    time: performance.now(),
    sent: client.sent,
    answering: client.answering.elapsed,
    waiting: pacer.waited + waiting.elapsed + (target.receiver?.inbox.waiting.elapsed ?? 0),
  }
}

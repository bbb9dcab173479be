import { setMaxListeners } from 'node:events'
import { beginning, searched } from './beginning'
import { Context } from './context'
import { CouldNotRun, NotApplicable, Violation } from './outcome'
import { assertNeeds } from './needs'
import { reasonOf, untilAborted } from './client'
import { rules } from '../../../generated/rules'
import type { Check } from './check'
import type { CheckResult, Evidence } from './report'
import type { Session } from './session'

const levels = new Map(rules.map(({ id, level }) => [id, level]))
const defaultLimit = 30_000
const shownEvidence = 8

/** Runs one check to its result, within its time limit. Never throws. */
export async function execute(check: Check, session: Session, interrupt: AbortSignal): Promise<CheckResult> {
  const limit = new AbortController()
  const signal = AbortSignal.any([interrupt, limit.signal])
  // Each request of a burst listens to it.
  setMaxListeners(Infinity, signal)
  const context = new Context(session, check, signal)
  const stop = limitTime(check.timeLimit ?? defaultLimit, session, limit)
  const started = performance.now()
  const base = { id: check.id, title: check.title, rules: check.rules, level: check.level }
  const finish = (rest: Pick<CheckResult, 'status' | 'message'> & Partial<CheckResult>): CheckResult => ({
    ...base,
    ...rest,
    durationMs: Math.round(performance.now() - started),
    message: session.redactor.redact(rest.message),
    evidence: session.excerpt(rest.evidence ?? context.evidence, shownEvidence),
  })
  try {
    interrupt.throwIfAborted()
    assertNeeds(check, session)
    const seen = await untilAborted(check.run(context), signal)
    return finish({ status: check.level === 'observe' ? 'observed' : 'passed', message: seen ?? '' })
  } catch (error) {
    if (error instanceof Violation) return finish(describe(error, check, context, session))
    if (error instanceof NotApplicable) {
      return finish({ status: 'not-applicable', message: error.message, remedy: error.remedy })
    }
    if (error instanceof CouldNotRun) {
      return finish({ status: 'could-not-run', message: error.message, remedy: error.remedy })
    }
    if (signal.aborted) return finish({ status: 'could-not-run', message: reasonOf(signal.reason) })
    return finish({ status: 'errored', message: `The suite itself failed: ${reasonOf(error)}` })
  } finally {
    stop()
    limit.abort(new Error('The check is over.'))
  }
}

function describe(violation: Violation, check: Check, context: Context, session: Session) {
  const must =
    check.level === 'must' && violation.rules.some((rule) => (levels.get(rule) ?? 'must') === 'must')
  const { expected, received, evidence } = violation.details
  const show = (value: unknown) =>
    value === undefined ? undefined : cut(session.redactor.redact(beginning(text(value), searched)))
  const last: Evidence[] = evidence
    ? [...context.evidence.filter((one) => one !== evidence), evidence]
    : context.evidence
  return {
    status: must ? ('failed' as const) : ('warned' as const),
    message: `${violation.rules.join(', ')}: ${violation.message}`,
    violates: violation.rules,
    rules: [...new Set([...check.rules, ...violation.rules])],
    expected: show(expected),
    received: show(received),
    evidence: last,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** After the secrets are out: a part of one would not be found. */
function cut(text: string): string {
  return beginning(text, 500) + (text.length > 500 ? '…' : '')
}

/** Ends the check when its own time is over; time that the pace takes is not its own. */
function limitTime(milliseconds: number, session: Session, limit: AbortController): () => void {
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

import { setMaxListeners } from 'node:events'
import { rules } from '../../../generated/rules'
import { untilAborted } from '../wire/abort'
import { beginning, searched } from '../wire/beginning'
import { reasonOf } from '../wire/client'
import { Exchange } from '../wire/exchange'
import { Context } from './context'
import { assertNeeds } from './needs'
import { CouldNotRun, NotApplicable, Violation } from './outcome'
import { timeLimitOf, type Check } from './check'
import type { CheckResult, Evidence } from './report'
import type { Session } from './session'

const levels = new Map(rules.map(({ id, level }) => [id, level]))
/** The most pieces of evidence in a result. */
const mostEvidence = 8
/** The most characters of an expected or received value in a result. */
const mostCharacters = 500

type Ending = Pick<CheckResult, 'status' | 'message'> & Partial<CheckResult>

/** Runs one check to its result, within its time limit. Never throws. */
export async function execute(check: Check, session: Session, interrupt: AbortSignal): Promise<CheckResult> {
  const limit = new AbortController()
  const signal = AbortSignal.any([interrupt, limit.signal])
  // Each request of a burst adds a listener, and Node warns of more than ten.
  setMaxListeners(Infinity, signal)
  const context = new Context(session, check, signal)
  const stop = limitTime(timeLimitOf(check), session, limit)
  const started = performance.now()
  const ending = await endingOf(check, context, session, interrupt)
  stop()
  limit.abort(new Error('The check is over.'))
  const { id, title, rules, level, restsOn, leavesOpen } = check
  return {
    ...{ id, title, rules, level, restsOn, leavesOpen },
    ...ending,
    durationMs: Math.round(performance.now() - started),
    message: session.redactor.redact(ending.message),
    evidence: excerpt(ending.evidence ?? context.evidence),
  }
}

/** How a check ends, whatever it throws. */
async function endingOf(
  check: Check,
  context: Context,
  session: Session,
  interrupt: AbortSignal,
): Promise<Ending> {
  const { signal } = context
  try {
    interrupt.throwIfAborted()
    assertNeeds(check, session)
    const seen = await untilAborted(check.run(context), signal)
    return { status: check.level === 'observe' ? 'observed' : 'passed', message: seen ?? '' }
  } catch (error) {
    if (error instanceof Violation) return describeViolation(error, check, context)
    if (error instanceof NotApplicable)
      return { status: 'not-applicable', message: error.message, remedy: error.remedy }
    if (error instanceof CouldNotRun)
      return { status: 'could-not-run', message: error.message, remedy: error.remedy }
    if (signal.aborted) return { status: 'could-not-run', message: reasonOf(signal.reason) }
    return { status: 'errored', message: `The suite itself failed: ${reasonOf(error)}` }
  }
}

function describeViolation({ rules, message, details }: Violation, check: Check, context: Context): Ending {
  const isMust = check.level === 'must' && rules.some((rule) => (levels.get(rule) ?? 'must') === 'must')
  const { expected, received, evidence } = details
  return {
    status: isMust ? 'failed' : 'warned',
    message: `${rules.join(', ')}: ${message}`,
    violates: rules,
    rules: [...new Set([...check.rules, ...rules])],
    expected: toText(expected, context),
    received: toText(received, context),
    // A reader looks for the evidence of a violation at the end.
    evidence: evidence && [...context.evidence.filter((one) => one !== evidence), evidence],
  }
}

/** A value as text. Secrets are redacted before the text is cut: a part of a secret would not be recognised. */
function toText(value: unknown, context: Context): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const redacted = context.redact(beginning(text, searched))
  return beginning(redacted, mostCharacters) + (redacted.length > mostCharacters ? '…' : '')
}

/** The first piece of the evidence and the last ones, which show where a check failed. */
function excerpt(evidence: readonly Evidence[]): Evidence[] {
  const kept =
    evidence.length <= mostEvidence
      ? evidence
      : [...evidence.slice(0, 1), ...evidence.slice(1 - mostEvidence)]
  return kept.map((one) => (one instanceof Exchange ? one.snapshot() : one))
}

/**
 * Ends the check when its time is over. Time spent waiting for the run's pace does not count. Returns what stops the
 * timer.
 */
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

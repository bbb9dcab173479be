import { setMaxListeners } from 'node:events'
import { Limit, type Clock } from '../wire/time'
import { reasonOf, type Flaw } from '../wire/client'
import { clausesOf } from './verdict'
import { Context } from './context'
import { assertNeeds } from './needs'
import { NotApplicable, Unjudged, Violation } from './outcome'
import { usualTimeLimit, type Check } from './check'
import { DeliveriesDropped } from '../receiver/inbox'
import { rules } from '../../../generated/rules'
import { showSides } from './difference'
import type { CheckResult, Evidence } from './report'
import type { Session } from './session'

type Ending = Pick<CheckResult, 'status' | 'message'> & Partial<CheckResult>

/** A check that was made: its result so far, and the context in which it makes its late assertions. */
export interface Execution {
  check: Check
  context: Context
  result: CheckResult
}

/**
 * How many attempts of a check are made at most where answers are flaky. After the first attempt, one with more than `mostAccidents` flaky answers is
 * the last.
 */
const [mostAttempts, mostAccidents] = [4, 2]

/**
 * Runs one check to its result, within its time limit. Where the result is bad and an answer was flaky, which may be the reason, it runs the check
 * again, up to four times in all. Never throws.
 */
export async function execute(check: Check, session: Session, interrupt: AbortSignal): Promise<Execution> {
  const flaws: Flaw[] = []
  for (let attempt = 1; ; attempt += 1) {
    const context = new Context(session, check, interrupt)
    const result = await judge(check, context, session, interrupt, async () => {
      assertNeeds(check, session)
      return check.run(context)
    })
    const { flaky, flawsOfBursts } = context.findings
    // A gateway that fails once in 200 meets every fourth burst of 50, which makes accidents in two attempts likely.
    const isLast = attempt === mostAttempts || (attempt > 1 && flaky > mostAccidents)
    if (!isBad(result) || flaky === 0 || isLast || interrupt.aborted) {
      // The bursts of former attempts were accidents, unless the last attempt fails as well.
      if (!isBad(result)) session.client.flaws.push(...flaws)
      context.findings.settle(session, !isBad(result))
      return { check, context, result }
    }
    flaws.push(...flawsOfBursts)
    // The requests of a burst are not sent again one by one, and another burst would meet the same outage.
    if (flawsOfBursts.includes('server-error'))
      await session.client.endOfOutage(interrupt).catch(() => undefined)
  }
}

/** Whether a result blames the deployment or leaves it unjudged, so that it may come of something else. */
export function isBad({ status }: CheckResult): boolean {
  return ['failed', 'warned', 'could-not-run'].includes(status)
}

/** The grave statuses of results, the gravest last. */
const grave: readonly CheckResult['status'][] = ['warned', 'could-not-run', 'errored', 'failed']

/** Makes the late assertions of a check, which may leave others for later. Resolves to the worse of its result so far and theirs. */
export async function executeLate(
  { check, context, result }: Execution,
  session: Session,
  interrupt: AbortSignal,
): Promise<CheckResult> {
  const assertions = context.lateAssertions.splice(0)
  if (result.status === 'failed' || result.status === 'errored') return result
  const late = await judge(check, context, session, interrupt, async () => {
    const seen = await context.each(assertions, (assert) => assert())
    return seen.filter(Boolean).join(' ')
  })
  context.findings.settle(session, !isBad(late))
  const durationMs = result.durationMs + late.durationMs
  if (grave.indexOf(late.status) > grave.indexOf(result.status)) return { ...late, durationMs }
  return { ...result, durationMs, message: [result.message, late.message].filter(Boolean).join(' ') }
}

/** Runs a part of a check to a result. */
async function judge(
  check: Check,
  context: Context,
  session: Session,
  interrupt: AbortSignal,
  run: () => Promise<string | void>,
): Promise<CheckResult> {
  const limit = new Limit(interrupt)
  // Each request of a burst adds a listener, and each check one to the interruption. Node warns of more than ten.
  setMaxListeners(Infinity, limit.signal, interrupt)
  context.resume(limit.signal)
  const { id, title, rules, level, timeLimit = usualTimeLimit } = check
  const tooLong = () => new Error(`The check did not end within ${timeLimit / 1000} s.`)
  limit.after(timeLimit, tooLong, clockOfCheck(session))
  const started = performance.now()
  session.running += 1
  const ending = await endingOf(check, context, limit, run)
  session.running -= 1
  limit.release()
  limit.abort(new Error('The check is over.'))
  const evidence = ending.evidence ?? context.evidence
  return {
    ...{ id, title, rules, level },
    ...clausesOf(ending.violates ?? rules),
    ...ending,
    durationMs: Math.round(performance.now() - started),
    message: session.redactor.redact(ending.message),
    // The last pieces show where a check failed.
    evidence: [...evidence.slice(0, 1), ...evidence.slice(1).slice(1 - mostEvidence)],
  }
}

/** The evidence with these pieces at its end. */
function withLast(all: readonly Evidence[], last: readonly Evidence[]): Evidence[] {
  return [...all.filter((one) => !last.includes(one)), ...last]
}

/** The exchange in which the event of a delivery was created: none where that is not known, or for evidence of another kind. */
function creationOf(evidence: Evidence, all: readonly Evidence[]): Evidence[] {
  if (!('delivery' in evidence)) return []
  const { body, path, headers } = evidence.delivery
  const texts = [body, path, ...Object.values(headers)]
  const creation = all.find((one) => {
    const id = 'request' in one && /"id":\s*"(evt_[^"]+)"/.exec(one.response?.body ?? '')?.[1]
    return id && texts.some((text) => text.includes(id))
  })
  return creation ? [creation] : []
}

/** How a part of a check ends, whatever it throws. */
async function endingOf(
  check: Check,
  context: Context,
  limit: Limit,
  run: () => Promise<string | void>,
): Promise<Ending> {
  const { signal } = limit
  try {
    signal.throwIfAborted()
    const seen = await limit.for(run())
    return { status: check.level === 'observe' ? 'observed' : 'passed', message: seen ?? '' }
  } catch (error) {
    if (error instanceof Violation) return describeViolation(error, check, context)
    if (error instanceof Unjudged) {
      const status = error instanceof NotApplicable ? 'not-applicable' : 'could-not-run'
      return { status, message: error.message, remedy: error.remedy }
    }
    if (signal.aborted) return { status: 'could-not-run', message: reasonOf(signal.reason) }
    if (error instanceof DeliveriesDropped) return { status: 'could-not-run', message: error.message }
    return { status: 'errored', message: `The suite itself failed: ${reasonOf(error)}` }
  }
}

/** The most pieces of evidence in a result. */
const mostEvidence = 8

const levels = new Map(rules.map(({ id, level }) => [id, level]))

/** The result of a check that found rules broken. */
function describeViolation({ rules, message, details }: Violation, check: Check, context: Context): Ending {
  const { expected, received, evidence, onlyWarns = false } = details
  // A broken `must` fails, whatever check comes upon it. Open questions have no level, so that theirs is the check's.
  const isMust = rules.some((rule) => (levels.get(rule) ?? check.level) === 'must')
  const named = rules.length > 0 ? `${rules.join(', ')}: ` : ''
  return {
    status: isMust && !onlyWarns ? 'failed' : 'warned',
    message: `${named}${message}`,
    violates: rules,
    rules: [...new Set([...check.rules, ...rules])],
    ...showSides(expected, received, (text) => context.redact(text)),
    // A reader looks for the evidence of a violation at the end.
    evidence: evidence && withLast(context.evidence, [...creationOf(evidence, context.evidence), evidence]),
  }
}

/**
 * Milliseconds of each answer that count as the check's own: a slow service does not end a check, and a check that sends
 * requests for ever ends all the same.
 */
const countedOfAnswer = 20

/**
 * A clock of the time that a check takes for itself. It stands still during waits for the run's pace, for slow answers and for
 * something to happen: each of these has a limit of its own, and the run as a whole has one.
 */
export function clockOfCheck({ client, pacer, waiting, target }: Session): Clock {
  const [sent, answering] = [client.sent, client.answering.elapsed]
  return {
    now() {
      const waited = pacer.waited + waiting.elapsed + (target.receiver?.inbox.waiting.elapsed ?? 0)
      const answered = client.answering.elapsed - answering - countedOfAnswer * (client.sent - sent)
      return performance.now() - waited - Math.max(0, answered)
    },
  }
}

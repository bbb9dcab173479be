import {
  baselineChecks,
  excuse,
  documentChecks,
  pinnedChecks,
  steadinessChecks,
  type MadeCheck,
} from './conclusions'
import { cleanUp, longestCleanUp } from './clean-up'
import { groupsOf } from './at-once'
import { execute, executeLate, isBad, type Execution } from './execute'
import { findObstacle } from './preflight'
import { onAbort } from '../wire/abort'
import { reasonOf } from '../wire/client'
import { Session } from './session'
import { allEnded, Turns, usualConcurrency } from './turns'
import { trafficOf } from './traffic'
import { reportOf } from './run-report'
import type { Check } from './check'
import type { CheckResult, Report } from './report'
import type { KnownFailure, RunOptions } from './options'
import type { Target } from './target'
import { CouldNotRun } from './outcome'

/**
 * A run that has begun: executes checks one by one, cleans up, reports.
 *
 * @example
 * const run: Run = openRun(target)
 */
export interface Run {
  /** Runs a check, the deployment's preflight first. Results are kept for the report. */
  execute(check: Check): Promise<CheckResult>
  /** Judges what only the whole run shows, deletes what it created and returns the report. */
  finish(): Promise<Report>
}

/**
 * Begins a run. `runChecks` is the shorter way where all checks run in one go.
 *
 * @example
 * const run = openRun(target, { mode: 'full' })
 * for (const check of checks) await run.execute(check)
 * const { verdict } = await run.finish()
 */
export function openRun(target: Target, options: RunOptions = {}): Run {
  return new CheckRun(target, options)
}

/** A check of the run with its result, which late assertions may make worse. */
interface Made extends MadeCheck {
  /** Where late assertions are not made yet. */
  unsettled?: Execution
}

class CheckRun implements Run {
  readonly #session: Session
  readonly #interrupt: AbortSignal
  /** Aborted when the run is interrupted, and when its time is over. */
  readonly #end: TimedSignal
  readonly #baseline: readonly KnownFailure[]
  readonly #startedAt = new Date()
  readonly #started = performance.now()
  readonly #made: Made[] = []
  /** The reason for which no check can be made, once the first check has asked for it. */
  #obstacle: Promise<string | undefined> | undefined

  constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
  ) {
    this.#session = new Session(target, options)
    this.#baseline = options.baseline ?? []
    this.#interrupt = options.signal ?? new AbortController().signal
    this.#end = limitChecks(this.#session.settings.timeLimit, this.#interrupt)
    target.receiver?.inbox.open(this.#session.prefix)
  }

  execute(check: Check): Promise<CheckResult> {
    return this.#execute(check).then(({ result, execution }) => this.#keep(check, result, execution))
  }

  /**
   * Makes checks, those that do not disturb each other at once. A check that blames the deployment, or could not judge it, while
   * others were made is made again alone, and only that counts.
   */
  async executeAll(checks: readonly Check[], begin: (check: Check) => void): Promise<void> {
    const most = this.#most
    for (const group of most > 1 ? groupsOf(checks) : checks.map((check) => [check])) {
      const disturbed: Check[] = []
      const turns = (this.#session.turns = new Turns(most))
      const make = async (check: Check) => {
        if (this.#interrupt.aborted) return
        begin(check)
        const made = await this.#execute(check)
        if (most > 1 && group.length > 1 && made.execution && mayBeDisturbed(made.result))
          disturbed.push(check)
        else this.#keep(check, made.result, made.execution)
      }
      await allEnded(group.map((check) => turns.take(() => make(check))))
      if (disturbed.length > 0) this.#session.forgetErrors()
      for (const check of disturbed) {
        const made = await this.#execute(check)
        this.#keep(check, made.result, made.execution)
      }
    }
    const order = new Map(checks.map((check, index) => [check, index]))
    this.#made.sort((a, b) => (order.get(a.check) ?? 0) - (order.get(b.check) ?? 0))
  }

  /** Looks whether the deployment answers, and how fast. */
  async #look(): Promise<string | undefined> {
    const { reason, latency } = await findObstacle(this.#session, this.#end.signal)
    if (reason === undefined) this.options.onReached?.({ latency })
    return reason
  }

  /** How many checks are made at once. A clock that checks move is moved for all of them. */
  get #most(): number {
    return this.target.advance ? 1 : (this.options.concurrency ?? usualConcurrency)
  }

  /** Makes a check, once it is known that checks can be made. */
  async #execute(check: Check): Promise<{ result: CheckResult; execution?: Execution }> {
    this.#obstacle ??= this.#look()
    const reason = await this.#obstacle.catch(reasonOf)
    if (reason === undefined) {
      // A late check may move the clock by a day, and what follows may spend the rate limit or the connection.
      if (check.phase !== undefined && check.phase !== 'main') await this.#settle()
      return this.#judge(check, this.#end.signal)
    }
    const { id, title, rules, level } = check
    const base = { id, title, rules, level, durationMs: 0, evidence: [] }
    return { result: { ...base, status: 'could-not-run', message: reason } }
  }

  #keep(check: Check, result: CheckResult, execution?: Execution): CheckResult {
    const hasLate = execution && execution.context.lateAssertions.length > 0
    this.#made.push({ check, result, ...(hasLate && { unsettled: execution }) })
    // Where no check can be made the reason is the same for all, so that a progress line for each would tell nothing new.
    if (execution) this.options.onResult?.(result)
    return result
  }

  async finish(): Promise<Report> {
    await this.#settle()
    await this.#conclude()
    this.#end.release()
    const cleanUpEnd = limitCleanUp(this.#interrupt)
    const left = await cleanUp(this.#session, cleanUpEnd.signal)
    cleanUpEnd.release()
    this.options.onTraffic?.(trafficOf(this.#session, this.#session.exchanges))
    this.target.receiver?.inbox.close(this.#session.prefix)
    const interrupted = this.#interrupt.aborted ? 'The run was interrupted.' : undefined
    const leftover = left.length > 0 ? `These webhooks could not be deleted: ${left.join(', ')}.` : undefined
    const error = (await this.#obstacle?.catch(reasonOf)) ?? interrupted ?? leftover
    const durationMs = Math.round(performance.now() - this.#started)
    return reportOf(this.#session, this.options, this.#results(), {
      startedAt: this.#startedAt,
      durationMs,
      error,
    })
  }

  async #judge(check: Check, signal: AbortSignal): Promise<{ result: CheckResult; execution: Execution }> {
    this.#session.running += 1
    const execution = await execute(check, this.#session, signal)
    this.#session.running -= 1
    return { execution, result: excuse(execution.result, this.#baseline, Date.now()) }
  }

  #results(): CheckResult[] {
    return this.#made.map(({ result }) => result)
  }

  /** Makes the late assertions of the checks so far. A result that gets worse is told again. */
  async #settle(): Promise<void> {
    const all = this.#made.flatMap((made) => {
      const { unsettled } = made
      delete made.unsettled
      return unsettled ? [{ made, execution: unsettled }] : []
    })
    if (all.length === 0) return
    const due = Math.max(
      ...all.flatMap(({ execution: { context } }) => context.lateAssertions.map((one) => one.due)),
    )
    // An interruption ends the wait; the assertions then could not be made.
    await this.#session.wait(Math.max(0, due - this.#session.now()), this.#end.signal).catch(() => undefined)
    await this.target.idle?.()
    const conclude = async ({ made, execution }: (typeof all)[number]) => {
      const late = await executeLate(execution, this.#session, this.#end.signal)
      const before = made.result.status
      made.result = excuse(late, this.#baseline, Date.now())
      if (made.result.status !== before) this.options.onResult?.(made.result)
    }
    const together = this.#most > 1 ? all.filter(({ made }) => made.check.lane === 'deliveries') : []
    const inTurn = all.filter((one) => !together.includes(one))
    const turns = (this.#session.turns = new Turns(this.#most))
    const concludeInTurn = async () => {
      for (const one of inTurn) await conclude(one)
    }
    await allEnded(
      [concludeInTurn, ...together.map((one) => () => conclude(one))].map((act) => turns.take(act)),
    )
  }

  /** Makes the checks that only the whole run shows, each kind by the results of those before it, also of an interrupted run. */
  async #conclude(): Promise<void> {
    const session = this.#session
    const kinds: readonly (() => Check[])[] = [
      () => documentChecks(session.findings, this.#results()),
      () => steadinessChecks(session),
      () => pinnedChecks(session.settings, session.dialect, [...this.#made]),
      () => baselineChecks(this.#results(), this.#baseline, Date.now()),
    ]
    for (const kind of kinds)
      for (const check of kind()) {
        const { result, execution } = await this.#judge(check, new AbortController().signal)
        this.#keep(check, result, execution)
      }
  }
}

/**
 * Runs checks against a deployment, several at once where they do not disturb each other, and deletes what they created.
 * Rejects never for what the deployment does: that stands in the report.
 *
 * @example
 * const report = await runChecks({ baseUrl, keys: { live, test } }, checks, { mode: 'non-disruptive' })
 * process.exitCode = exitStatus(report.verdict)
 */
export async function runChecks(
  target: Target,
  checks: readonly Check[],
  options: RunOptions = {},
): Promise<Report> {
  const run = new CheckRun(target, options)
  let begun = 0
  await run.executeAll(checks, ({ id, title }) => {
    options.onStart?.({ id, title, index: begun, total: checks.length })
    begun += 1
  })
  return run.finish()
}

/** Whether a result may come of another check: it blames the deployment, or something kept it from judging that no flag would mend. */
function mayBeDisturbed(result: CheckResult): boolean {
  return isBad(result) || (result.status === 'not-applicable' && result.remedy === undefined)
}

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

import { baselineChecks, excuse } from './baseline'
import { documentChecks, pinnedChecks, steadinessCheck, type MadeCheck } from './conclusions'
import { cleanUp, longestCleanUp } from './clean-up'
import { execute, executeLate, isBad, type Execution } from './execute'
import { findObstacle } from './preflight'
import { Limit } from '../wire/time'
import { reasonOf } from '../wire/client'
import { Session } from './session'
import { unmade } from './verdict'
import { groupsOf, Turns } from './turns'
import { reportOf, trafficOf } from './run-report'
import type { Check } from './check'
import type { CheckResult, Report } from './report'
import type { RunOptions } from './options'
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
 * Begins a run. `runChecks` is the shorter way where all checks run in one go. Only `finish` deletes what the run created, so it has to be
 * called in every case.
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
  /** Absent where no check can be made, and once there are no late assertions left to make. */
  execution?: Execution
}

class CheckRun implements Run {
  readonly #session: Session
  readonly #interrupt: AbortSignal
  /** Ends the checks when the run is interrupted, and when its time is over. */
  readonly #end: Limit
  readonly #startedAt = new Date()
  readonly #started = performance.now()
  readonly #made: Made[] = []
  /** How many checks were begun, where one that is made again counts once. */
  #begun = 0
  /** The reason for which no check can be made, once the first check has asked for it. */
  #obstacle: Promise<string | undefined> | undefined

  constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
  ) {
    this.#session = new Session(target, options)
    this.#interrupt = options.signal ?? new AbortController().signal
    this.#end = limitChecks(this.#session.settings.timeLimit, this.#interrupt)
    target.receiver?.inbox.open(this.#session.prefix)
  }

  async execute(check: Check): Promise<CheckResult> {
    const made = await this.#execute(check)
    this.#keep(made)
    return made.result
  }

  /** Makes checks, those that do not disturb each other at once. */
  async executeAll(checks: readonly Check[]): Promise<void> {
    const groups = this.#session.concurrency > 1 ? groupsOf(checks) : checks.map((check) => [check])
    for (const group of groups) await this.#executeGroup(group, checks.length)
    this.#made.sort((a, b) => checks.indexOf(a.check) - checks.indexOf(b.check))
  }

  /**
   * Makes checks at once. A check that blames the deployment, or could not judge it, while others were made is made again alone,
   * and only that counts.
   */
  async #executeGroup(group: readonly Check[], total: number): Promise<void> {
    const disturbed: Check[] = []
    const turns = (this.#session.turns = new Turns(this.#session.concurrency))
    const make = async (check: Check) => {
      if (this.#interrupt.aborted) return
      const { id, title } = check
      this.options.onStart?.({ id, title, index: this.#begun, total })
      this.#begun += 1
      const made = await this.#execute(check)
      if (group.length > 1 && made.execution && mayBeDisturbed(made.result)) disturbed.push(check)
      else this.#keep(made)
    }
    await turns.each(group, make)
    if (disturbed.length > 0) this.#session.memory.forgetErrors()
    for (const check of disturbed) this.#keep(await this.#execute(check))
  }

  /** Looks whether the deployment answers, and how fast. Resolves to the reason for which no check can be made. */
  async #look(): Promise<string | undefined> {
    try {
      const { reason, latency } = await findObstacle(this.#session, this.#end.signal)
      if (reason === undefined) this.options.onReached?.({ latency })
      return reason
    } catch (error) {
      return reasonOf(error)
    }
  }

  /** Makes a check, once it is known that checks can be made. */
  async #execute(check: Check): Promise<Made> {
    this.#obstacle ??= this.#look()
    const reason = await this.#obstacle
    if (reason === undefined) {
      // A late check may move the clock by a day, and what follows may spend the rate limit or the connection.
      if (check.phase !== undefined && check.phase !== 'main') await this.#settle()
      return this.#judge(check, this.#end.signal)
    }
    return { check, result: unmade(check, { status: 'could-not-run', message: reason }) }
  }

  async #judge(check: Check, signal: AbortSignal): Promise<Made> {
    const execution = await execute(check, this.#session, signal)
    const { baseline } = this.options
    return { check, execution, result: baseline ? excuse(execution.result, baseline) : execution.result }
  }

  #keep(made: Made): void {
    this.#made.push(made)
    // Where no check can be made the reason is the same for all, so that a progress line for each would tell nothing new.
    if (made.execution) this.options.onResult?.(made.result)
    if (made.execution?.context.lateAssertions.length === 0) delete made.execution
  }

  async finish(): Promise<Report> {
    while (this.#made.some(({ execution }) => execution)) await this.#settle()
    await this.#conclude()
    this.#end.release()
    const left = this.#session.ledger.isClear ? [] : await this.#cleanUp()
    this.options.onTraffic?.(trafficOf(this.#session))
    this.target.receiver?.inbox.close(this.#session.prefix)
    const interrupted = this.#interrupt.aborted ? 'The run was interrupted.' : undefined
    const leftover = left.length > 0 ? `These webhooks could not be deleted: ${left.join(', ')}.` : undefined
    const error = (await this.#obstacle) ?? interrupted ?? leftover
    const durationMs = Math.round(performance.now() - this.#started)
    const results = this.#made.map(({ result }) => result)
    return reportOf(this.#session, results, { startedAt: this.#startedAt, durationMs, error })
  }

  /** Deletes what the run created. Resolves to the ids of the webhooks that are left. */
  async #cleanUp(): Promise<string[]> {
    const end = limitCleanUp(this.#interrupt)
    return cleanUp(this.#session, end.signal).finally(() => end.release())
  }

  /** Makes the late assertions of the checks so far. A result that gets worse is told again. */
  async #settle(): Promise<void> {
    const { baseline } = this.options
    let due = 0
    const inTurn: Made[] = []
    const groups = [inTurn]
    for (const made of this.#made) {
      if (!made.execution) continue
      due = Math.max(due, made.execution.context.lastDue)
      if (this.#session.concurrency > 1 && made.check.beside === 'deliveries') groups.push([made])
      else inTurn.push(made)
    }
    if (inTurn.length + groups.length === 1) return
    // An interruption ends the wait; the assertions then could not be made.
    await this.#session.wait(Math.max(0, due - this.#session.now()), this.#end.signal).catch(() => undefined)
    await this.target.idle?.()
    const turns = (this.#session.turns = new Turns(this.#session.concurrency))
    await turns.each(groups, async (group) => {
      for (const made of group) {
        const { execution, result: before } = made
        delete made.execution
        if (!execution) continue
        const late = await executeLate(execution, this.#session, this.#end.signal)
        made.result = baseline ? excuse(late, baseline) : late
        if (execution.context.lateAssertions.length > 0) made.execution = { ...execution, result: late }
        if (made.result.status !== before.status) this.options.onResult?.(made.result)
      }
    })
  }

  /** Makes the checks that only the whole run shows, each kind by the results of those before it, also of an interrupted run. */
  async #conclude(): Promise<void> {
    const { findings, settings, dialect, client } = this.#session
    const { baseline } = this.options
    if (findings.size > 0) await this.#judgeEach(documentChecks([...findings.values()], this.#made))
    if (client.flaws.length > 0) await this.#judgeEach([steadinessCheck(client)])
    if (settings.dialect)
      await this.#judgeEach(pinnedChecks(settings.dialect, settings, dialect, [...this.#made]))
    if (baseline) await this.#judgeEach(baselineChecks(this.#made, baseline))
  }

  async #judgeEach(checks: readonly Check[]): Promise<void> {
    for (const check of checks) this.#keep(await this.#judge(check, new AbortController().signal))
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
  await run.executeAll(checks)
  return run.finish()
}

/** Whether a result may come of another check: it blames the deployment, or something kept it from judging that no flag would mend. */
function mayBeDisturbed(result: CheckResult): boolean {
  return isBad(result) || (result.status === 'not-applicable' && result.remedy === undefined)
}

/** Milliseconds that it may take from an interruption on: whoever interrupts a run waits for its end. */
const longestAfterInterruption = 8_000

/** The end of the checks of a run: its interruption, or the end of its time. */
export function limitChecks(milliseconds: number, interrupt: AbortSignal): Limit {
  const message = `The time of the run was over: its checks may take ${milliseconds / 1000} s together.`
  const limit = new Limit(interrupt)
  limit.after(milliseconds, () => new CouldNotRun(message, '--time-limit'))
  return limit
}

/** The end of the clean-up, which goes on when the run is interrupted, and ends soon then. */
export function limitCleanUp(interrupt: AbortSignal): Limit {
  const tooLong = () => new Error('The clean-up took too long.')
  const limit = new Limit()
  limit.after(longestCleanUp, tooLong)
  limit.when(interrupt, () => limit.after(longestAfterInterruption, tooLong))
  return limit
}

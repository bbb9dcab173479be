import { baselineChecks, excuse } from './baseline'
import { cleanUp } from './clean-up'
import { execute, executeLate, type Execution } from './execute'
import { findObstacle } from './preflight'
import { limitChecks, limitCleanUp } from './run-end'
import { pinnedChecks } from './pinned'
import { reasonOf } from '../wire/client'
import { Session, type SideFinding } from './session'
import { reportOf } from './run-report'
import { Violation } from './outcome'
import type { Check } from './check'
import type { CheckResult, Report } from './report'
import type { RunOptions } from './options'
import type { Target } from './target'

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
  const session = new Session(target, options)
  const { baseline = [], signal: interrupt = new AbortController().signal } = options
  // The signal is aborted when the run is interrupted, and when its time is over.
  const { signal: end, release } = limitChecks(session.settings.timeLimit, interrupt)
  const startedAt = new Date()
  const started = performance.now()
  const made: Check[] = []
  const results: CheckResult[] = []
  const unsettled: { execution: Execution; place: number }[] = []
  let obstacle: Promise<string | undefined> | undefined

  target.receiver?.inbox.open(session.prefix)

  const judge = async (check: Check, signal: AbortSignal) => {
    const execution = await execute(check, session, signal)
    const result = excuse(execution.result, baseline, Date.now())
    results.push(result)
    if (execution.context.lateAssertions.length > 0) unsettled.push({ execution, place: results.length - 1 })
    options.onResult?.(result)
    return result
  }

  /** Makes the late assertions of the checks so far. A result that gets worse is told again. */
  const settle = async () => {
    const all = unsettled.splice(0)
    if (all.length === 0) return
    const due = Math.max(
      ...all.flatMap(({ execution: { context } }) => context.lateAssertions.map((one) => one.due)),
    )
    // An interruption ends the wait; the assertions then could not be made.
    await session.wait(Math.max(0, due - session.now()), end).catch(() => undefined)
    await target.idle?.()
    for (const { execution, place } of all) {
      const result = excuse(await executeLate(execution, session, end), baseline, Date.now())
      const before = results[place]?.status
      results[place] = result
      if (result.status !== before) options.onResult?.(result)
    }
  }

  return {
    async execute(check) {
      obstacle ??= findObstacle(session, end)
      const reason = await obstacle.catch(reasonOf)
      if (reason === undefined) {
        // A late check may move the clock by a day, and what follows may spend the rate limit or the connection.
        if (check.phase !== undefined && check.phase !== 'main') await settle()
        made.push(check)
        return judge(check, end)
      }
      const { id, title, rules, level } = check
      const base = { id, title, rules, level, durationMs: 0, evidence: [] }
      const result: CheckResult = { ...base, status: 'could-not-run', message: reason }
      // The reason is the same for every check, so that a progress line for each would tell nothing new.
      results.push(result)
      return result
    },

    async finish() {
      await settle()
      // Each kind is judged by the results of those before it, and an interrupted run concludes as well.
      const conclusions: readonly (() => Check[])[] = [
        () => documentChecks(selectUnreported(session.findings, results)),
        () => steadinessChecks(session),
        () => pinnedChecks(session.settings, session.dialect, made),
        () => baselineChecks(results, baseline, Date.now()),
      ]
      for (const concluding of conclusions)
        for (const check of concluding()) await judge(check, new AbortController().signal)
      release()
      const cleanUpEnd = limitCleanUp(interrupt)
      const left = await cleanUp(session, cleanUpEnd.signal)
      cleanUpEnd.release()
      target.receiver?.inbox.close(session.prefix)
      const interrupted = interrupt.aborted ? 'The run was interrupted.' : undefined
      const leftover =
        left.length > 0 ? `These webhooks could not be deleted: ${left.join(', ')}.` : undefined
      const error = (await obstacle?.catch(reasonOf)) ?? interrupted ?? leftover
      const durationMs = Math.round(performance.now() - started)
      return reportOf(session, options, results, { startedAt, durationMs, error })
    },
  }
}

/**
 * Runs checks against a deployment, one after the other, and deletes what they created.
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
  const run = openRun(target, options)
  for (const [index, check] of checks.entries()) {
    if (options.signal?.aborted) break
    options.onStart?.({ id: check.id, title: check.title, index, total: checks.length })
    await run.execute(check)
  }
  return run.finish()
}

/** The most server errors that pass for an accident, and the most requests on each of them. */
const mostAccidents = 3
const requestsEach = 50

/**
 * A check that tells of answers which came right only when the request was sent again; none where there are no such
 * answers. Connections may end at any time (RFC 9112, 9.5), so that only server errors are held against the deployment.
 */
function steadinessChecks({ client }: Session): Check[] {
  const { flaws, sent } = client
  if (flaws.length === 0) return []
  const errors = flaws.filter((flaw) => flaw === 'server-error').length
  const connections = flaws.length - errors
  const check: Check = {
    id: 'answers-are-steady',
    title: 'no answer comes right only when the request is sent again',
    rules: ['ER-5'],
    restsOn: 'Errors, status codes',
    leavesOpen: 'A gateway may fail once in a while, and connections may end at any time.',
    level: 'should',
    mode: 'read-only',
    needs: [],
    async run() {
      const ended = `${connections} of ${sent} requests were sent again because their connection ended.`
      if (errors === 0) return ended
      const message = `${errors} of ${sent} requests were answered by a server error, and rightly when they were sent again.`
      const isAccident = errors <= mostAccidents || errors * requestsEach <= sent
      throw new Violation(isAccident ? [] : ['ER-5'], connections > 0 ? `${message} ${ended}` : message)
    },
  }
  return [check]
}

/** The findings whose rule no failed check names. */
function selectUnreported(
  findings: readonly SideFinding[],
  results: readonly CheckResult[],
): readonly SideFinding[] {
  const reported = new Set(
    results
      .filter(({ status, knownUntil }) => status === 'failed' || knownUntil !== undefined)
      .flatMap(({ violates = [] }) => violates),
  )
  return findings.filter(({ rule }) => !reported.has(rule))
}

/** A check that blames the deployment for findings; none where there are no findings. */
function documentChecks(findings: readonly SideFinding[]): Check[] {
  if (findings.length === 0) return []
  const rules = findings.map(({ rule }) => rule)
  const check: Check = {
    id: 'answers-fit-the-document',
    title: 'every answer fits the OpenAPI document',
    rules,
    restsOn: 'The clauses of the rules that are named',
    leavesOpen:
      'The OpenAPI document bounds only what the interface shows, so that further fields are the service’s choice.',
    level: 'must',
    mode: 'read-only',
    needs: [],
    async run(context) {
      context.evidence.push(...findings.map(({ evidence }) => evidence))
      const messages = findings.map(({ rule, message, check }) => `${rule}, seen by ${check}: ${message}`)
      throw new Violation(rules, messages.join(' '))
    },
  }
  return [check]
}

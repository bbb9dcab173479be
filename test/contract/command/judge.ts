import { leftBehind } from './ledger-file'
import { conclusion } from './terminal'
import { count } from '../reports/appearance'
import { deliveryLine, type EstimatedCheck, estimateLine, estimateRun } from './estimate'
import { exitStatus, judgeRules, summarize, unmade } from '../engine/verdict'
import { LiveProgress, plainProgress } from './progress'
import { openRun } from './opening'
import { NotApplicable } from '../engine/outcome'
import { exportHint, invocationOf, rerunLine, repeatCommand } from './rerun'
import { runChecks } from '../engine/run'
import { addJobSummary, dialectGap, writeReports } from './report-files'
import { reportToAnnotations } from '../reports/annotations'
import type { CommandOptions, RunSurroundings } from './program'
import type { PreparedRun } from './prepare'
import type { Report } from '../engine/report'
import type { Check } from '../engine/check'
import type { RunOptions } from '../engine/options'

/** Whether the progress of a run counts a check. One that cannot run is counted, and one that is not applicable is not. */
const isShown = (one: EstimatedCheck) => !('obstacle' in one && one.obstacle instanceof NotApplicable)

/** Makes the run, writes its reports and resolves to the exit status. */
export async function judge(
  options: CommandOptions,
  prepared: PreparedRun,
  surroundings: RunSurroundings,
): Promise<number> {
  const { target, checks, leftOut, settings, network } = prepared
  const { args, print, signal, terminal } = surroundings
  const { baseUrl } = target
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  const lines = [`Judging ${baseUrl}: mode ${options.mode}, ${count(checks.length, 'check')}, seed ${seed}.`]
  if (network.proxyLine !== undefined) lines.push(network.proxyLine)
  const notes: string[] = []
  const onLost = (message: string) => {
    surroundings.complain(message)
    notes.push(message)
  }
  const { prefix, receiver, ledger } = await openRun(options, prepared, surroundings, lines, onLost)
  try {
    const left = () => {
      if (ledger?.hasLeft()) return leftBehind(ledger, repeatCommand(args, baseUrl, '--cleanup', ledger.path))
    }
    surroundings.onEarlyEnd?.(() => {
      const message = left()
      if (message !== undefined) surroundings.complain(`\n${message}`)
    })
    if (ledger?.isWhole()) print(`What is created stands in ${ledger.path} until it is deleted.`)
    const estimate = estimateRun({ ...target, receiver }, checks, settings)
    const requests = new Map(estimate.checks.map((one) => [one.id, 'obstacle' in one ? 0 : one.requests]))
    const progress = terminal
      ? new LiveProgress(terminal, { total: checks.length, requests, rate: settings.rate })
      : plainProgress(estimate.checks.filter(isShown).length, print)
    const speed = { ...settings, slowness: surroundings.slowness?.() }
    let latency: number | undefined
    let har: object | undefined
    const run: RunOptions = {
      ...{ ...settings, seed, prefix, signal, record: ledger?.record },
      invocation: invocationOf(args, options.mode, seed),
      onReached(reached) {
        latency = reached.latency
        print(estimateLine(estimate, { ...speed, latency }))
      },
      onDelivered({ latency: delivery }) {
        const line = deliveryLine(estimate, { ...speed, latency, delivery })
        if (line !== undefined) print(line)
      },
      onStart: (check) => progress.start(check),
      onResult: (result) => progress.result(result),
      onTraffic: options.har === undefined ? undefined : (all) => void (har = all),
    }
    const made = await runChecks({ ...target, receiver }, checks, run).finally(() => progress.end())
    const noted = notes.length > 0 ? { ...made, notes: [...(made.notes ?? []), ...notes] } : made
    const unwritten = tell(reportLeftOut(noted, leftOut), seed, { ...options, traffic: har }, surroundings)
    const message = left()
    if (message !== undefined) print(message)
    ledger?.settle()
    const status = exitStatus(made.verdict)
    return unwritten && status !== 1 ? 2 : status
  } finally {
    await receiver?.close()
  }
}

/** Prints the findings and the verdict, and writes the reports. Returns whether one could not be written. */
function tell(
  report: Report,
  seed: number,
  options: CommandOptions & { traffic?: object },
  { args, env, print, complain, annotate }: RunSurroundings,
): boolean {
  const rerun = rerunLine(args, report.target.baseUrl, seed)
  print(`\n${conclusion(report, rerun, (text) => exportHint(text, env))}`)
  const unwritten = writeReports(options, report, rerun)
  const gap = dialectGap(options, report)
  if (gap !== undefined) print(gap)
  if (options.github) {
    reportToAnnotations(report).forEach(annotate)
    const { GITHUB_STEP_SUMMARY: summary } = env
    const message = summary && addJobSummary(summary, report)
    if (message) unwritten.push(message)
  }
  for (const message of unwritten) complain(message)
  return unwritten.length > 0
}

/** Adds the checks that a quick run left out to its report, so that nobody takes them for judged. */
function reportLeftOut(report: Report, leftOut: readonly Check[]): Report {
  if (leftOut.length === 0) return report
  const reason = { message: 'A quick run leaves it out.', remedy: 'without --quick' }
  const results = leftOut.map((check) => unmade(check, { status: 'not-applicable', ...reason }))
  const checks = [...report.checks, ...results]
  return { ...report, checks, summary: summarize(checks, judgeRules(checks), report.summary.flaky) }
}

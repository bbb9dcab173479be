import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginLedger, type LedgerFile, type LedgerOptions } from './ledger-file'
import { LedgerSeal } from './ledger-seal'
import { conclusion } from './terminal'
import { count } from '../reports/appearance'
import { estimateLine, estimateRun } from './estimate'
import { exitStatus, summarize } from '../engine/verdict'
import { liveProgress, plainProgress } from './progress'
import { newPrefix } from '../engine/session'
import { oneLine } from '../reports/inert'
import { exportHint, invocationOf, rerunLine, repeatCommand } from './rerun'
import { runChecks } from '../engine/run'
import { startReceiver } from './receiver'
import { addJobSummary, writeReports } from './report-files'
import { reportToAnnotations } from '../reports/annotations'
import type { CommandOptions } from './options'
import type { PreparedRun } from './prepare'
import type { Report, CheckResult } from '../engine/report'
import type { RunSurroundings } from './surroundings'
import type { Target } from '../engine/target'
import type { Check } from '../engine/check'

/** Makes the run, writes its reports and resolves to the exit status. */
export async function judge(
  options: CommandOptions,
  { target, checks, leftOut, settings, network }: PreparedRun,
  surroundings: RunSurroundings,
): Promise<number> {
  const { args, print, signal, terminal } = surroundings
  const { baseUrl } = target
  const prefix = newPrefix()
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  print(`Judging ${baseUrl}: mode ${options.mode}, ${count(checks.length, 'check')}, seed ${seed}.`)
  if (network.proxy !== undefined) print(`Requests go through the proxy that ${network.proxy} names.`)
  const receiver = await startReceiver(options, prefix, network, surroundings)
  try {
    const notes: string[] = []
    const onLost = (message: string) => {
      surroundings.complain(message)
      notes.push(message)
    }
    const ledger = await openLedger(options, target, prefix, { ...surroundings, onLost })
    const estimate = estimateRun({ ...target, receiver }, checks, settings)
    print(estimateLine(estimate, settings.rate))
    const requests = new Map(estimate.checks.map((one) => [one.id, 'obstacle' in one ? 0 : one.requests]))
    const progress = terminal
      ? liveProgress(checks.length, terminal, requests, settings.rate)
      : plainProgress(checks.length, print)
    const { start: onStart, result: onResult } = progress
    const invocation = invocationOf(args, options.mode, seed)
    const record = ledger?.record
    const run = { ...settings, seed, prefix, invocation, record, signal, onStart, onResult }
    const made = await runChecks({ ...target, receiver }, checks, run).finally(progress.end)
    const noted = notes.length > 0 ? { ...made, notes: [...(made.notes ?? []), ...notes] } : made
    const unwritten = await tell(reportLeftOut(noted, leftOut), seed, options, surroundings)
    if (ledger && !ledger.settle()) print(leftBehind(ledger, cleanUpLine(args, baseUrl, ledger)))
    const status = exitStatus(made.verdict)
    return unwritten && status !== 1 ? 2 : status
  } finally {
    await receiver?.close()
  }
}

/** Prints the findings and the verdict, and writes the reports. Resolves to whether one could not be written. */
async function tell(
  report: Report,
  seed: number,
  options: CommandOptions,
  { args, env, print, complain, annotate }: RunSurroundings,
): Promise<boolean> {
  const rerun = rerunLine(args, report.target.baseUrl, seed)
  print(`\n${conclusion(report, rerun, (text) => exportHint(text, env))}`)
  const unwritten = await writeReports(options, report, rerun)
  if (options.github) {
    reportToAnnotations(report).forEach(annotate)
    const { GITHUB_STEP_SUMMARY: summary } = env
    const message = summary && (await addJobSummary(summary, report))
    if (message) unwritten.push(message)
  }
  for (const message of unwritten) complain(message)
  return unwritten.length > 0
}

/** Begins the ledger of a run that creates something, and has it told what is left where the process is ended early. */
async function openLedger(
  options: CommandOptions,
  { baseUrl, keys }: Target,
  prefix: string,
  { args, print, complain, onEarlyEnd, onLost }: RunSurroundings & Pick<LedgerOptions, 'onLost'>,
): Promise<LedgerFile | undefined> {
  if (options.mode === 'read-only') return undefined
  const header = { baseUrl, prefix, startedAt: new Date().toISOString() }
  const ledger = await beginLedger(header, {
    path: options.ledger ?? join(tmpdir(), `event-delivery-conformance-${prefix}.jsonl`),
    isNamed: options.ledger !== undefined,
    seal: new LedgerSeal(keys, header),
    onLost,
  })
  onEarlyEnd?.(() => {
    if (hasLeft(ledger)) complain(`\n${leftBehind(ledger, cleanUpLine(args, baseUrl, ledger))}`)
  })
  if (ledger.isWhole()) print(`What is created stands in ${ledger.path} until it is deleted.`)
  return ledger
}

function cleanUpLine(args: readonly string[], baseUrl: string, { path }: LedgerFile): string {
  return repeatCommand(args, baseUrl, '--cleanup', path)
}

function hasLeft({ state }: LedgerFile): boolean {
  return state.webhooks.size + state.unanswered.size > 0
}

/** Says which webhooks are left, and how to delete them. */
export function leftBehind(ledger: LedgerFile, cleanUp: string): string {
  if (ledger.isWhole()) return `Webhooks are left. Once they can be deleted: ${cleanUp}`
  const { webhooks, unanswered } = ledger.state
  const named = [...webhooks.keys(), ...[...unanswered.keys()].map((url) => `one for ${url}`)]
  return `Webhooks are left, and no ledger holds them. Delete them by hand: ${named.map(oneLine).join(', ')}.`
}

/** Adds the checks that a quick run left out to its report, so that nobody takes them for judged. */
function reportLeftOut(report: Report, leftOut: readonly Check[]): Report {
  if (leftOut.length === 0) return report
  const checks = [...report.checks, ...leftOut.map(resultOf)]
  return { ...report, checks, summary: summarize(checks, report.summary.flaky) }
}

function resultOf({ id, title, rules, level, restsOn, leavesOpen }: Check): CheckResult {
  return {
    ...{ id, title, rules, level, restsOn, leavesOpen },
    status: 'not-applicable',
    message: 'A quick run leaves it out.',
    remedy: 'without --quick',
    durationMs: 0,
    evidence: [],
  }
}

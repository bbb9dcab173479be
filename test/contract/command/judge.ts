import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginLedger, type LedgerFile } from './ledger-file'
import { LedgerSeal } from './ledger-seal'
import { conclusion } from './terminal'
import { count } from '../reports/appearance'
import { estimateLine, estimateRun } from './estimate'
import { exitStatus } from '../engine/verdict'
import { liveProgress, plainProgress, type LiveTerminal } from './progress'
import { reportLeftOut } from './left-out'
import { newPrefix } from '../engine/session'
import { oneLine } from '../reports/inert'
import { rerunLine, repeatCommand } from './rerun'
import { runChecks } from '../engine/run'
import { startReceiver } from './receiver'
import { addJobSummary, writeReports } from './report-files'
import { reportToAnnotations } from '../reports/annotations'
import type { CommandOptions, Output } from './options'
import type { PreparedRun } from './prepare'

/** The surroundings of a run: its output, its end, and its command line. */
export interface RunSurroundings extends Output {
  /** The command line as it was given, of which the printed commands are made. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Prints a workflow command as it is. `print` shows one that a service wrote as plain text. */
  annotate: (command: string) => void
  signal: AbortSignal
  terminal?: LiveTerminal
}

/** Makes the run, writes its reports and resolves to the exit status. */
export async function judge(
  options: CommandOptions,
  { target, checks, leftOut, settings, network }: PreparedRun,
  { args, env, print, complain, annotate, signal, terminal }: RunSurroundings,
): Promise<number> {
  const { baseUrl } = target
  const prefix = newPrefix()
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  print(`Judging ${baseUrl}: mode ${options.mode}, ${count(checks.length, 'check')}, seed ${seed}.`)
  if (network.proxy !== undefined) print(`Requests go through the proxy that ${network.proxy} names.`)
  const receiver = await startReceiver(options, prefix, network, { print, complain })
  try {
    const path = options.ledger ?? join(tmpdir(), `event-delivery-conformance-${prefix}.jsonl`)
    const header = { baseUrl, prefix, startedAt: new Date().toISOString() }
    const isNamed = options.ledger !== undefined
    const seal = new LedgerSeal(target.keys, header)
    const begin = () => beginLedger(header, { path, isNamed, seal, onLost: complain })
    const ledger = options.mode === 'read-only' ? undefined : await begin()
    if (ledger?.isWhole()) print(`What is created stands in ${path} until it is deleted.`)
    const estimate = estimateRun({ ...target, receiver }, checks, settings)
    print(estimateLine(estimate, settings.rate))
    const requests = new Map(estimate.checks.map((one) => [one.id, 'obstacle' in one ? 0 : one.requests]))
    const progress = terminal
      ? liveProgress(checks.length, terminal, requests, settings.rate)
      : plainProgress(checks.length, print)
    const { start: onStart, result: onResult } = progress
    const run = { ...settings, seed, prefix, record: ledger?.record, signal, onStart, onResult }
    const made = await runChecks({ ...target, receiver }, checks, run).finally(progress.end)
    const report = reportLeftOut(made, leftOut)
    const rerun = rerunLine(args, baseUrl, seed)
    print(`\n${conclusion(report, rerun)}`)
    const unwritten = await writeReports(options, report, rerun)
    if (options.github) {
      reportToAnnotations(report).forEach(annotate)
      const { GITHUB_STEP_SUMMARY: summary } = env
      const message = summary && (await addJobSummary(summary, report))
      if (message) unwritten.push(message)
    }
    for (const message of unwritten) complain(message)
    if (ledger && !ledger.settle()) print(leftBehind(ledger, repeatCommand(args, baseUrl, '--cleanup', path)))
    const status = exitStatus(report.verdict)
    return unwritten.length > 0 && status !== 1 ? 2 : status
  } finally {
    await receiver?.close()
  }
}

/** Says which webhooks are left, and how to delete them. */
function leftBehind(ledger: LedgerFile, cleanUp: string): string {
  if (ledger.isWhole()) return `Webhooks are left. Once they can be deleted: ${cleanUp}`
  const { webhooks, unanswered } = ledger.state
  const named = [...webhooks.keys(), ...[...unanswered.keys()].map((url) => `one for ${url}`)]
  return `Webhooks are left, and no ledger holds them. Delete them by hand: ${named.map(oneLine).join(', ')}.`
}

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { checks } from '../checks/index'
import { isLoopback } from '../engine/target'
import { exitStatus } from '../engine/verdict'
import { createInProcessReceiver } from '../receiver/in-process'
import { newPrefix } from '../engine/session'
import { runChecks } from '../engine/run'
import { readBaseline } from './baseline'
import { cleanUpAfter } from './clean-up'
import { beginLedger, type LedgerFile } from './ledger-file'
import { dryRun } from './dry-run'
import { diffFiles } from './diff'
import { FileError, readDialect, readText } from './files'
import { assertReportsWritable, writeReports } from './report-files'
import { conclusion, listLines } from './terminal'
import { liveProgress, plainProgress, type LiveTerminal } from './progress'
import { listens, startReceiver } from './receiver'
import { rerunLine } from './rerun'
import { describeCommand, scopedKeysOf, type CommandOptions, type Pair } from './options'
import { trusting } from './network'
import { withWindow } from './window'
import type { Check } from '../engine/check'
import type { RunOptions } from '../engine/options'

/** The parts of a process that the command uses. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  print: (text: string) => void
  complain: (text: string) => void
  /** A terminal that can rewrite its last line. Without one each check has a line of its own. */
  terminal?: LiveTerminal
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

const couldNotRun = 2

/** Runs the command and resolves to its exit status. Never rejects. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await run(args, surroundings)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : couldNotRun
    surroundings.complain(error instanceof Error ? error.message : String(error))
    return couldNotRun
  }
}

async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, print, complain, signal, terminal } = surroundings
  const asked: { pair?: Pair } = {}
  const command = describeCommand((pair) => void (asked.pair = pair)).configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    writeErr: (text) => complain(text.trimEnd()),
  })
  for (const one of command.commands) one.copyInheritedSettings(command)
  command.parse([...args], { from: 'user' })
  if (asked.pair) {
    const lines = await diffFiles(...asked.pair)
    print(lines.length > 0 ? lines.join('\n') : 'They are the same.')
    return lines.length > 0 ? 1 : 0
  }
  const options = command.opts<CommandOptions>()
  const selected = select(options.only)
  if (options.list) {
    print(listLines(selected))
    return 0
  }
  if (options.baseUrl === undefined) throw new FileError('--base-url is missing. See --help.')
  assertKeys(options)
  await assertReportsWritable(options)
  const dialect = options.dialect === undefined ? undefined : await readDialect('--dialect', options.dialect)
  const baseline = options.baseline === undefined ? [] : await readBaseline(options.baseline)
  const ca = options.ca === undefined ? undefined : await readText('--ca', options.ca)
  const network = await trusting({ ca, insecure: options.insecure })
  const { baseUrl, liveKey: live, testKey: test, expiredKey: expired } = options
  const scoped =
    options.scopedKey.length > 0 ? options.scopedKey : scopedKeysOf(env.EVENT_DELIVERY_SCOPED_KEYS)
  const target = { baseUrl, fetch: network.fetch, keys: { live, test, expired, scoped } }
  const rate = options.rate ?? paceFor(baseUrl, options.plan)
  if (options.dryRun) {
    const receiver = listens(options) ? createInProcessReceiver() : undefined
    const settings = { mode: options.mode, plan: options.plan, samples: options.samples, rate }
    print(dryRun({ ...target, receiver }, selected, settings))
    return network.close().then(() => 0)
  }
  if (options.cleanup !== undefined) {
    return cleanUpAfter(options.cleanup, target, { rate }, print).finally(() => network.close())
  }
  const run = await withWindow(selected, { baseUrl, plant: options.plant, verify: options.verify })
  const prefix = newPrefix()
  const ledger = options.mode === 'read-only' ? undefined : await startLedger(options.ledger, baseUrl, prefix)
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  const settings: RunOptions = {
    mode: options.mode,
    plan: options.plan,
    seed,
    samples: options.samples,
    rate,
    prefix,
    record: ledger?.record,
    idempotency: options.idempotency,
    dialect,
    baseline,
    signal,
  }
  print(`Judging ${baseUrl}: mode ${options.mode}, ${run.length} checks, seed ${seed}.`)
  const receiver = await startReceiver(options, prefix, print)
  try {
    if (ledger) print(`What is created stands in ${ledger.path} until it is deleted.`)
    const progress = terminal ? liveProgress(run.length, terminal) : plainProgress(run.length, print)
    const shown = { ...settings, onStart: progress.start, onResult: progress.result }
    const report = await runChecks({ ...target, receiver }, run, shown).finally(progress.end)
    const rerun = rerunLine(args, seed)
    print(`\n${conclusion(report, rerun)}`)
    await writeReports(options, report, rerun)
    if (ledger && !ledger.settle())
      print(`Webhooks are left. Once they can be deleted: --cleanup ${ledger.path}`)
    return exitStatus(report.verdict)
  } finally {
    await receiver?.close()
    await network.close()
  }
}

function select(only: readonly string[] | undefined): readonly Check[] {
  if (only === undefined) return checks
  for (const name of only) {
    if (checks.some(({ id, rules }) => id === name || rules.includes(name))) continue
    throw new FileError(`--only ${name}: there is no such check or rule. --list shows them.`)
  }
  return checks.filter(({ id, rules }) => only.includes(id) || rules.some((rule) => only.includes(rule)))
}

/** A live key given as the test key would create live data where none was allowed. */
function assertKeys({ liveKey, testKey }: CommandOptions): void {
  if (testKey?.startsWith('sk_live_')) throw new FileError('--test-key is a live key.')
  if (liveKey?.startsWith('sk_test_')) throw new FileError('--live-key is a test key.')
}

function paceFor(baseUrl: string, plan: number | undefined): number {
  if (plan !== undefined) return plan * 0.8
  return isLoopback(new URL(baseUrl).hostname) ? Infinity : 8
}

function startLedger(given: string | undefined, baseUrl: string, prefix: string): Promise<LedgerFile> {
  const path = given ?? join(tmpdir(), `event-delivery-conformance-${prefix}.jsonl`)
  return beginLedger(path, { baseUrl, prefix, startedAt: new Date().toISOString() })
}

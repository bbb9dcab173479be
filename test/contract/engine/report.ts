import type { Dialect } from '../../../generated/dialect'
import type { ExchangeEvidence } from '../wire/exchange'
import type { IdempotencyPlace, Level, Mode, RuleState, Status, Verdict } from './vocabulary'

/**
 * One delivery that the receiver took, secrets redacted.
 *
 * @example
 * const isDelivery = (one: Evidence): one is DeliveryEvidence => 'delivery' in one
 */
export interface DeliveryEvidence {
  delivery: { method: string; path: string; headers: Record<string, string>; body: string }
}

/**
 * The exchanges and deliveries that a result rests on.
 *
 * @example
 * const commands = (all: Evidence[]) => all.flatMap((one) => ('request' in one ? [one.request] : []))
 */
export type Evidence = ExchangeEvidence | DeliveryEvidence

/**
 * The result of one check.
 *
 * @example
 * const slowest = (results: CheckResult[]) => [...results].sort((a, b) => b.durationMs - a.durationMs)[0]
 */
export interface CheckResult {
  id: string
  title: string
  rules: readonly string[]
  /** The clauses of the interface that state its rules, or those that it found broken, and the choices that they leave to a deployment. */
  restsOn?: string
  leavesOpen?: string
  level: Level
  status: Status
  message: string
  /** How long it took, the time spent on pacing included. */
  durationMs: number
  evidence: Evidence[]
  /** The rules that were found broken, where any were. */
  violates?: readonly string[]
  /** The value that the rule wants and the one that came, where a rule was found broken. */
  expected?: string
  received?: string
  /** The first point in which both differ, where they are JSON: `data.spaces: "  a  " became "a"`. */
  difference?: string
  /** The flag that would have it judged. */
  remedy?: string
  /** Last day of the known failure that excuses it. */
  knownUntil?: string
}

/**
 * Counts of results, and of the rules that were judged.
 *
 * @example
 * const { passed, failed, coverage }: Summary = report.summary
 */
export interface Summary {
  passed: number
  failed: number
  warned: number
  observed: number
  notApplicable: number
  couldNotRun: number
  errored: number
  /** Requests that were answered rightly only when they were sent again. */
  flaky: number
  coverage: { judged: number; total: number }
}

/**
 * The settings of a run, with which it can be repeated. Times are in milliseconds.
 *
 * @example
 * const { samples, plan }: RunSettings = report.settings
 */
export interface RunSettings {
  samples: number
  requestTimeout: number
  listingTimeout: number
  deliveryTimeout: number
  timeLimit: number
  /** Requests per second; absent where there was no limit. */
  rate?: number
  plan?: number
  idempotency?: IdempotencyPlace
}

/**
 * The report of a run.
 *
 * @example
 * const report: Report = await runChecks(target, checks, { mode: 'full' })
 */
export interface Report {
  verdict: Verdict
  suite: { version: string }
  target: { baseUrl: string }
  mode: Mode
  /** ISO 8601. */
  startedAt: string
  durationMs: number
  summary: Summary
  checks: CheckResult[]
  /** The rules of the interface, each with its state after the run. */
  rules: { id: string; state: RuleState }[]
  /** Makes the random requests of the run again. */
  seed: number
  settings: RunSettings
  /** The kinds of the keys that were given. */
  keys: ('live' | 'test' | 'scoped' | 'expired')[]
  /** The words of the command line, secrets redacted, where a command made the run. */
  invocation?: { args: readonly string[] }
  /** How many requests were sent. */
  requests: number
  /** The choices that the deployment was seen to make. */
  dialect: Dialect
  /** What the deployment was seen to do beyond what a dialect can state, by its place: a broken one may do anything. */
  notStated?: Readonly<Record<string, unknown>>
  /** Why the run as a whole could not be made. */
  error?: string
  /** Further facts of the run that change no verdict, as that its ledger could not be kept. */
  notes?: string[]
}

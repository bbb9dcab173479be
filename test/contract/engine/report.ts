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
  /** The path begins with the mark of the run, `prefix`. A longer body than 2,000 characters is cut off, and ends in `…`. */
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
  /**
   * That of the check. `DIALECT-` and a field judge a pinned choice, `BASELINE-` and a check or rule a known failure that is
   * over.
   */
  id: string
  title: string
  /** Ids of the rules that it judges or the open questions that it observes, and of the rules that it found broken. */
  rules: readonly string[]
  /** The clauses of the interface that state its rules, or those that it found broken. Absent for open questions. */
  restsOn?: string
  /** The choices that these rules leave to a deployment. Absent where they leave none. */
  leavesOpen?: string
  /** That of the check. A broken rule counts by its own level. */
  level: Level
  status: Status
  /**
   * What the check saw of the deployment, or why the check came to no verdict: sentences for people, secrets redacted. Empty where there is
   * nothing to tell.
   */
  message: string
  /** How long it took, the time spent on pacing included. */
  durationMs: number
  /** The first exchange or delivery and the last seven. */
  evidence: Evidence[]
  /** The rules that were found broken, where any were. */
  violates?: readonly string[]
  /** The value that the rule wants, at most 500 characters of it. Given only where a rule was found broken. */
  expected?: string
  /** The value that came in its place, written as `expected` is. */
  received?: string
  /** The first point in which both differ, where they are JSON: `data.spaces: "  a  " became "a"`. */
  difference?: string
  /** The flag that would have it judged. */
  remedy?: string
  /** Last day of the known failure that excuses it. */
  knownUntil?: string
}

/**
 * Counts of the results of checks by their status, and of the rules that were judged.
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
  /** How many rules of the interface were kept, broken or warned of, and how many it has. */
  coverage: { judged: number; total: number }
}

/**
 * The settings of a run, with which it can be repeated. `RunOptions` says what each means. Times are in milliseconds.
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
  /** `exitStatus` makes the exit status of a command of it. */
  verdict: Verdict
  suite: { version: string }
  target: { baseUrl: string }
  mode: Mode
  /** ISO 8601. */
  startedAt: string
  /** From the beginning of the run to its end, the clean-up included. */
  durationMs: number
  summary: Summary
  /**
   * In the order of the checks that were given, without those that an interruption left out. What only the whole run shows comes
   * last.
   */
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

import type { Dialect } from '../../../generated/dialect'
import type { CheckResult } from './report'
import { modes, type IdempotencyPlace, type Mode } from './vocabulary'
import type { LedgerRecord } from './ledger'
export type { IdempotencyPlace } from './vocabulary'

/**
 * How a run is made. Every option may be left out.
 *
 * @example
 * const options: RunOptions = { mode: 'full', plan: 10, rate: 8 }
 */
export interface RunOptions {
  /** `non-disruptive` unless given. */
  mode?: Mode
  /** Requests per second that the deployment's plan permits; without it the limit is not probed. */
  plan?: number
  /** Requests per second of this run at most. No limit unless given. */
  rate?: number
  /** Checks that are made at once, where they do not disturb each other. 6 unless given; 1 where checks move a clock. */
  concurrency?: number
  /** The name and place of the idempotency key, where they are none of the usual ones. */
  idempotency?: IdempotencyPlace
  /** Pins choices: each stated field becomes a `must`. */
  dialect?: Dialect
  /** Failures that are known: each becomes a warning until its last day, and fails once it is over. */
  baseline?: readonly KnownFailure[]
  /** Milliseconds that an answer may take, its body included. 10,000 unless given. */
  requestTimeout?: number
  /** Milliseconds that are waited for a delivery. One that comes later, within the run, is late and not lost. 20,000 unless given. */
  deliveryTimeout?: number
  /** Milliseconds that are waited for an event to be listed. One that is listed later, within the run, is late and not lost. 10,000 unless given. */
  listingTimeout?: number
  /** Milliseconds that the checks of the run may take together. The clean-up comes on top. 600,000 unless given. */
  timeLimit?: number
  /** Makes the random requests of an earlier run again. Another one for each run unless given. */
  seed?: number
  /** Random requests that each property is tried with. 25 unless given. */
  samples?: number
  /** The words of the command line, for the report, from which the run can be repeated. */
  invocation?: { args: readonly string[] }
  /** Marks all data of the run. Made for each run unless given. */
  prefix?: string
  /** Called with each line of the run's ledger, before the run relies on what it says. A line holds no key. */
  record?: (record: LedgerRecord) => void
  /** Ends the run early; what was created is still deleted. */
  signal?: AbortSignal
  /** Called once the deployment has answered, before the first check, with the milliseconds that an answer takes. */
  onReached?: (reached: { latency: number }) => void
  /** Called once the first delivery has come, with the milliseconds that it took. */
  onDelivered?: (delivered: { latency: number }) => void
  /** Called before each check with its place in the run: `index` counts those that were begun, from 0, and `total` is how many were given. */
  onStart?: (progress: { id: string; title: string; index: number; total: number }) => void
  /** Called at the end with all requests and deliveries of the run as a HAR 1.2, redacted. They are kept until then. */
  onTraffic?: (har: object) => void
  /** Called after each check. */
  onResult?: (result: CheckResult) => void
}

/** The options of a run that its checks go by, each with its default. */
export type Settings = Readonly<
  Required<
    Pick<
      RunOptions,
      'mode' | 'requestTimeout' | 'deliveryTimeout' | 'listingTimeout' | 'timeLimit' | 'seed' | 'samples'
    >
  > &
    Pick<RunOptions, 'plan' | 'idempotency' | 'dialect'>
>

/** Fills in the defaults. */
export function settingsOf(options: RunOptions): Settings {
  const { plan, idempotency, dialect } = options
  return {
    mode: options.mode ?? 'non-disruptive',
    requestTimeout: options.requestTimeout ?? 10_000,
    timeLimit: options.timeLimit ?? 600_000,
    deliveryTimeout: options.deliveryTimeout ?? 20_000,
    listingTimeout: options.listingTimeout ?? 10_000,
    seed: options.seed ?? Math.floor(Math.random() * 0x7fffffff),
    // Each sample costs its share of the pace. Another seed in each run makes them many in time.
    samples: options.samples ?? 25,
    plan,
    idempotency,
    dialect,
  }
}

/** Whether a check that needs the mode `least` runs in `mode`. */
export function permits(mode: Mode, least: Mode): boolean {
  return modes.indexOf(mode) >= modes.indexOf(least)
}

/**
 * A failure that its owner knows of, by check or by rule, and why and how long it may stay.
 *
 * @example
 * const baseline: KnownFailure[] = [{ check: 'delete-webhook-twice', reason: 'ticket 12', until: '2026-12-31' }]
 */
export interface KnownFailure {
  /** The id of the check that fails. */
  check?: string
  /** The id of the rule that is broken, such as `EV-3`. It excuses a check only where that found no other rule broken. */
  rule?: string
  /** Why it may stay, for people. The message of the warning repeats it. */
  reason: string
  /** The last day, as 2026-12-31. */
  until: string
}

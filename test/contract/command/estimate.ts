import counts from '../../../generated/request-counts.json'
import { count } from '../reports/appearance'
import { usualConcurrency } from '../engine/turns'
import { assertNeeds } from '../engine/needs'
import { checks as wholeRun, quickChecks } from '../checks/index'
import { Unjudged } from '../engine/outcome'
import { Session } from '../engine/session'
import type { Check, RequestCount } from '../engine/check'
import type { Mode } from '../engine/vocabulary'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

/**
 * By mode and check its requests and writes: within a run of all checks, alone, and within a quick run. They are counted on the
 * reference backend by `test/conformance/request-counts.ts`.
 */
const requestCounts: Readonly<Record<Mode, Readonly<Partial<Record<string, readonly number[]>>>>> = counts

/** Runs whose checks are counted together. Any other checks are counted as if each ran alone. */
type KnownRun = 'whole' | 'quick'

/** The place of a run's two figures among those of a check. */
const places: Readonly<Record<KnownRun | 'alone', number>> = { whole: 0, alone: 2, quick: 4 }

/** A check with what it would send, or with the reason why this run would not make it. */
export type EstimatedCheck = { id: string } & ((RequestCount & { lasts: number }) | { obstacle: Unjudged })

/** The requests that a run would send. */
export interface Estimate extends RequestCount {
  checks: EstimatedCheck[]
  /** Milliseconds that one of the checks takes at least. */
  lasts: number
  mode: Mode
  /** The run whose checks were counted together; without one the sum is an upper bound. */
  run?: KnownRun
}

/** The name under which the requests of a check are counted. */
export function countName({ id, variant }: Check): string {
  return variant === undefined ? id : `${id} ${variant}`
}

/** Estimates what a run would send. Nothing is sent. */
export function estimateRun(target: Target, checks: readonly Check[], options: RunOptions): Estimate {
  const session = new Session(target, options)
  const run = knownRun(checks)
  const estimated = checks.map((check) => estimateCheck(check, session, run))
  const sum = (count: (one: RequestCount) => number) =>
    estimated.reduce((total, one) => total + ('obstacle' in one ? 0 : count(one)), 0)
  return {
    checks: estimated,
    requests: sum(({ requests }) => requests),
    writes: sum(({ writes }) => writes),
    lasts: Math.max(0, ...estimated.map((one) => ('obstacle' in one ? 0 : one.lasts))),
    mode: session.settings.mode,
    run,
  }
}

/** What decides how long a run takes, besides the number of its requests. */
export interface Speed {
  /** Requests a second at most. */
  rate?: number
  /** Milliseconds that an answer takes. */
  latency?: number
  /** Milliseconds that a delivery takes. */
  delivery?: number
  /** Checks that are made at once. */
  concurrency?: number
  /** How many times as long this machine takes for the suite's own work as one at rest. */
  slowness?: number
}

/** Milliseconds that the suite itself takes for a request, and that a run waits for what must not come. */
const [ownTime, waiting] = [3, 2_000]
/** How many deliveries of a run are awaited one after the other. */
const deliveriesInTurn: Readonly<Record<KnownRun, number>> = { whole: 18, quick: 5 }

/** How often a run waits for answers, those that come together counted once. Some requests follow one another in any run. */
export function roundsOf({ requests, run, mode }: Estimate, concurrency = usualConcurrency): number {
  const inTurn = mode === 'read-only' ? 5 : 15
  return run ? Math.min(requests, inTurn + requests * (0.02 + 0.6 / concurrency)) : requests
}

/** The seconds that a run takes; `undefined` where nothing tells. */
function durationOf(estimate: Estimate, speed: Speed) {
  const { requests, run, mode, lasts } = estimate
  const { rate = Infinity, latency, delivery = 0, concurrency, slowness = 1 } = speed
  const own = ownTime * slowness
  if (latency === undefined) return rate === Infinity ? undefined : requests / rate
  // While some checks wait for answers the suite works for others, so that the longer of both is what takes the time.
  const answering = Math.max(requests * own, roundsOf(estimate, concurrency) * (own + latency))
  // A run that creates nothing has nothing to wait for.
  const awaiting = run && mode !== 'read-only' ? waiting + deliveriesInTurn[run] * delivery : 0
  return Math.max(requests / rate, answering / 1000, lasts / 1000) + awaiting / 1000
}

/** A line to print once deliveries come, where they make the run take half as long again as was told: `A delivery takes 1.1 s: about 27 s in all.` */
export function deliveryLine(estimate: Estimate, speed: Speed & { delivery: number }): string | undefined {
  const [told, now] = [durationOf(estimate, { ...speed, delivery: 0 }), durationOf(estimate, speed)]
  if (told === undefined || now === undefined || now < 1.5 * told) return undefined
  return `A delivery takes ${(speed.delivery / 1000).toFixed(1)} s: about ${spell(now)} in all.`
}

/** An estimate as a line to print before a run: `About 1,020 requests at 8 a second: 2 min 8 s.` */
export function estimateLine(estimate: Estimate, speed: Speed = {}): string {
  const { requests, run, checks } = estimate
  const about = run || checks.length === 1 ? 'About' : 'At most'
  const { rate = Infinity } = speed
  const pace = rate === Infinity ? '' : ` at ${rate} a second`
  const amount = `${about} ${thousands(requests)} ${requests === 1 ? 'request' : 'requests'}${pace}`
  const duration = durationOf(estimate, speed)
  return duration === undefined
    ? `${amount}, as fast as the deployment answers.`
    : `${amount}: ${spell(duration)}.`
}

/** A time in words, as `2 min 10 s`, of seconds. */
export function spell(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  const parts = [minutes > 0 ? `${thousands(minutes)} min` : '', rest > 0 ? `${rest} s` : '']
  return parts.filter(Boolean).join(' ')
}

function thousands(number: number): string {
  return number.toLocaleString('en-US')
}

function knownRun(checks: readonly Check[]): KnownRun | undefined {
  if (checks.length === wholeRun.length) return 'whole'
  return checks.length === quickChecks.length && checks.every((check) => check.quick) ? 'quick' : undefined
}

function estimateCheck(check: Check, session: Session, run: KnownRun | undefined): EstimatedCheck {
  const { id, lasts = 0 } = check
  try {
    assertNeeds(check, session)
  } catch (error) {
    if (error instanceof Unjudged) return { id, obstacle: error }
    throw error
  }
  const figures = requestCounts[session.settings.mode][countName(check)] ?? []
  const place = places[run ?? 'alone']
  const [requests = 0, writes = 0] = figures.slice(place, place + 2)
  const counted = check.requests?.({ requests, writes }, session.options) ?? { requests, writes }
  return { id, lasts, ...counted }
}

/**
 * Tells what a run would send, a line a check, without sending anything. A test keeps the figures true of the reference backend;
 * on another deployment they are near, not exact.
 */
export function dryRun(target: Target, checks: readonly Check[], options: RunOptions): string {
  const estimate = estimateRun(target, checks, options)
  const width = Math.max(...checks.map(({ id }) => id.length))
  const lines = estimate.checks.map((one) => {
    const name = one.id.padEnd(width)
    if ('obstacle' in one) return `${name}  none: ${one.obstacle.message}`
    return `${name}  ${String(one.requests).padStart(4)} requests, ${String(one.writes).padStart(4)} writes`
  })
  const { rate = Infinity } = options
  const { mode, requests, writes, run } = estimate
  const lasts = rate === Infinity ? '' : `, ${Math.ceil(requests / rate)} s at ${rate} a second`
  const shared = run ? 'for the first of them.' : 'for each of them, and is sent once.'
  const about = checks.length > 1 && !run ? 'At most' : 'About'
  return [
    ...lines,
    '',
    `${about} ${count(requests, 'request')}, ${writes} of them writes (mode ${mode})${lasts}. Nothing was sent.`,
    'Counted where the lists were empty and the idempotency key had its usual name. What several checks need counts',
    `${shared} Longer lists, other names and 429s take more requests; choices that end a check early take fewer.`,
  ].join('\n')
}

import counts from './request-counts.json'
import { assertNeeds } from '../engine/needs'
import { checks as allChecks } from '../checks/index'
import { count } from '../reports/appearance'
import { CouldNotRun, NotApplicable } from '../engine/outcome'
import { Session } from '../engine/session'
import type { Check } from '../engine/check'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

type Counted = readonly [requests: number, writes: number]

/**
 * Within a run of all checks and alone, by mode and check; counted on the reference backend by
 * `test/conformance/request-counts.ts`.
 */
const requestCounts: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = counts

/**
 * What a run would send, a line a check, without sending anything. The figures were counted on the reference backend,
 * which a test keeps true; on another deployment they are near, not exact.
 */
export function dryRun(target: Target, checks: readonly Check[], options: RunOptions): string {
  const session = new Session(target, options)
  const whole = checks.length === allChecks.length
  const width = Math.max(...checks.map(({ id }) => id.length))
  const total = { requests: 0, writes: 0 }
  const lines = checks.map((check) => {
    const name = check.id.padEnd(width)
    const reason = obstacle(check, session)
    if (reason !== undefined) return `${name}  none: ${reason}`
    const [requests, writes] = countOf(check, session, whole)
    total.requests += requests
    total.writes += writes
    return `${name}  ${String(requests).padStart(4)} requests, ${String(writes).padStart(4)} writes`
  })
  const { rate } = options
  const seconds =
    rate === undefined || rate === Infinity
      ? ''
      : `, ${Math.ceil(total.requests / rate)} s at ${rate} a second`
  const shared = whole
    ? ['What several checks need counts for', 'the first of them.']
    : ['What several checks need counts', 'for each of them, and is sent once.']
  const about = checks.length > 1 && !whole ? 'At most' : 'About'
  return [
    ...lines,
    '',
    `${about} ${count(total.requests, 'request')}, ${total.writes} of them writes (mode ${session.mode})${seconds}. Nothing was sent.`,
    `Counted where the lists were empty and the idempotency key had its usual name. ${shared[0]}`,
    `${shared[1]} Longer lists, other names and 429s take more requests; choices that end a check early take fewer.`,
  ].join('\n')
}

function obstacle(check: Check, session: Session): string | undefined {
  try {
    assertNeeds(check, session)
    return undefined
  } catch (error) {
    if (error instanceof NotApplicable || error instanceof CouldNotRun) return error.message
    throw error
  }
}

function countOf({ id, needs }: Check, { mode, options }: Session, whole: boolean): Counted {
  const { plan = 0, samples } = options
  // The limit's probes go by the plan: bursts of two, four and eight seconds' worth at most.
  if (id === 'over-the-limit-is-429') return [plan > 200 ? 0 : 14 * plan, 0]
  if (id === 'plan-rate-is-permitted') return [Math.min(2 * plan, 150), 0]
  // --plant and --verify put another check in its place, which moves no clock.
  const planted = id === 'idempotency-24-hours' && !needs.includes('clock')
  const [within = 0, writesWithin = 0, alone = 0, writesAlone = 0] =
    requestCounts[mode]?.[planted ? `${id} planted` : id] ?? []
  const [requests, writes] = whole ? [within, writesWithin] : [alone, writesAlone]
  if (samples === undefined || !id.startsWith('random-')) return [requests, writes]
  return [requests - writes + samples, samples]
}

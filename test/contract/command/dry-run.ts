import counts from './request-counts.json'
import { assertNeeds } from '../engine/needs'
import { checks as allChecks } from '../checks/index'
import { count } from '../reports/appearance'
import { CouldNotRun, NotApplicable } from '../engine/outcome'
import { Session } from '../engine/session'
import type { Check, RequestCount } from '../engine/check'
import type { Mode } from '../engine/vocabulary'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

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
    const { requests, writes } = countOf(check, options, session.settings.mode, whole)
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
    `${about} ${count(total.requests, 'request')}, ${total.writes} of them writes (mode ${session.settings.mode})${seconds}. Nothing was sent.`,
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

function countOf(check: Check, options: RunOptions, mode: Mode, whole: boolean): RequestCount {
  const name = check.variant === undefined ? check.id : `${check.id} ${check.variant}`
  const [within = 0, writesWithin = 0, alone = 0, writesAlone = 0] = requestCounts[mode]?.[name] ?? []
  const counted = whole
    ? { requests: within, writes: writesWithin }
    : { requests: alone, writes: writesAlone }
  return check.requests?.(counted, options) ?? counted
}

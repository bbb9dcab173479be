import counts from '../../../generated/request-counts.json'
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
 * By mode and check the requests and writes that it sends within a run of all checks, and those that it sends alone. They
 * are counted on the reference backend by `test/conformance/request-counts.ts`.
 */
const requestCounts: Readonly<Record<Mode, Readonly<Partial<Record<string, readonly number[]>>>>> = counts

/** The name under which the requests of a check are counted. */
export function countName({ id, variant }: Check): string {
  return variant === undefined ? id : `${id} ${variant}`
}

/**
 * Tells what a run would send, a line a check, without sending anything. A test keeps the figures true of the reference backend;
 * on another deployment they are near, not exact.
 */
export function dryRun(target: Target, checks: readonly Check[], options: RunOptions): string {
  const session = new Session(target, options)
  const { mode } = session.settings
  const isWhole = checks.length === allChecks.length
  const width = Math.max(...checks.map(({ id }) => id.length))
  const total = { requests: 0, writes: 0 }
  const lines = checks.map((check) => {
    const name = check.id.padEnd(width)
    const reason = obstacle(check, session)
    if (reason !== undefined) return `${name}  none: ${reason}`
    const { requests, writes } = countOf(check, options, mode, isWhole)
    total.requests += requests
    total.writes += writes
    return `${name}  ${String(requests).padStart(4)} requests, ${String(writes).padStart(4)} writes`
  })
  const { rate = Infinity } = options
  const lasts = rate === Infinity ? '' : `, ${Math.ceil(total.requests / rate)} s at ${rate} a second`
  const shared = isWhole
    ? ['What several checks need counts for', 'the first of them.']
    : ['What several checks need counts', 'for each of them, and is sent once.']
  const about = checks.length > 1 && !isWhole ? 'At most' : 'About'
  return [
    ...lines,
    '',
    `${about} ${count(total.requests, 'request')}, ${total.writes} of them writes (mode ${mode})${lasts}. Nothing was sent.`,
    `Counted where the lists were empty and the idempotency key had its usual name. ${shared[0]}`,
    `${shared[1]} Longer lists, other names and 429s take more requests; choices that end a check early take fewer.`,
  ].join('\n')
}

/** The reason why this run would not make a check. */
function obstacle(check: Check, session: Session): string | undefined {
  try {
    assertNeeds(check, session)
    return undefined
  } catch (error) {
    if (error instanceof NotApplicable || error instanceof CouldNotRun) return error.message
    throw error
  }
}

function countOf(check: Check, options: RunOptions, mode: Mode, isWhole: boolean): RequestCount {
  const figures = requestCounts[mode][countName(check)] ?? []
  const [requests = 0, writes = 0] = isWhole ? figures : figures.slice(2)
  return check.requests?.({ requests, writes }, options) ?? { requests, writes }
}

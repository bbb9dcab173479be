import { assertNeeds } from '../engine/needs'
import { CouldNotRun, NotApplicable } from '../engine/outcome'
import { requestCounts } from './request-counts'
import { Session } from '../engine/session'
import type { Check } from '../engine/check'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

/**
 * What a run would send, a line a check, without sending anything. The figures were counted on the reference backend,
 * which a test keeps true; on another deployment they are near, not exact.
 */
export function dryRun(target: Target, checks: readonly Check[], options: RunOptions): string {
  const session = new Session(target, options)
  const mode = session.mode
  const width = Math.max(...checks.map(({ id }) => id.length))
  const total = { requests: 0, writes: 0 }
  const lines = checks.map((check) => {
    const name = check.id.padEnd(width)
    const reason = obstacle(check, session)
    if (reason !== undefined) return `${name}  none: ${reason}`
    const [requests, writes] = countOf(check, options)
    total.requests += requests
    total.writes += writes
    return `${name}  ${String(requests).padStart(4)} requests, ${String(writes).padStart(4)} writes`
  })
  const { rate } = options
  const seconds =
    rate === undefined || rate === Infinity
      ? ''
      : `, ${Math.ceil(total.requests / rate)} s at ${rate} a second`
  return [
    ...lines,
    '',
    `About ${total.requests} requests, ${total.writes} of them writes (mode ${mode})${seconds}. Nothing was sent.`,
    'Counted where the lists were empty and the idempotency key had its usual name. What several checks need counts for',
    'the first of them. Longer lists, other names and 429s take more requests; choices that end a check early take fewer.',
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

function countOf(
  { id }: Check,
  { mode = 'non-disruptive', plan = 0, samples }: RunOptions,
): readonly [number, number] {
  // The limit's probes go by the plan: bursts of two, four and eight seconds' worth at most.
  if (id === 'over-the-limit-is-429') return [plan > 200 ? 0 : 14 * plan, 0]
  if (id === 'plan-rate-is-permitted') return [Math.min(2 * plan, 150), 0]
  const [requests, writes] = requestCounts[mode][id] ?? [0, 0]
  return samples !== undefined && requests > 0 && id.startsWith('random-')
    ? [samples, samples]
    : [requests, writes]
}

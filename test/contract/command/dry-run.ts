import { count } from '../reports/appearance'
import { estimateRun } from './estimate'
import type { Check } from '../engine/check'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

/**
 * Tells what a run would send, a line a check, without sending anything. A test keeps the figures true of the reference backend;
 * on another deployment they are near, not exact.
 */
export function dryRun(target: Target, checks: readonly Check[], options: RunOptions): string {
  const estimate = estimateRun(target, checks, options)
  const width = Math.max(...checks.map(({ id }) => id.length))
  const lines = estimate.checks.map((one) => {
    const name = one.id.padEnd(width)
    if ('obstacle' in one) return `${name}  none: ${one.obstacle}`
    return `${name}  ${String(one.requests).padStart(4)} requests, ${String(one.writes).padStart(4)} writes`
  })
  const { mode = 'non-disruptive', rate = Infinity } = options
  const { requests, writes, together } = estimate
  const lasts = rate === Infinity ? '' : `, ${Math.ceil(requests / rate)} s at ${rate} a second`
  const shared = together
    ? ['What several checks need counts for', 'the first of them.']
    : ['What several checks need counts', 'for each of them, and is sent once.']
  const about = checks.length > 1 && !together ? 'At most' : 'About'
  return [
    ...lines,
    '',
    `${about} ${count(requests, 'request')}, ${writes} of them writes (mode ${mode})${lasts}. Nothing was sent.`,
    `Counted where the lists were empty and the idempotency key had its usual name. ${shared[0]}`,
    `${shared[1]} Longer lists, other names and 429s take more requests; choices that end a check early take fewer.`,
  ].join('\n')
}

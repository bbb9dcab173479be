import type { Report } from '../engine/report'

/** The number of known failures of a run, and the first day on which an excuse ends. */
export function knownFailures({ checks }: Report): { number: number; until: string } | undefined {
  const days = checks.flatMap(({ knownUntil }) => (knownUntil === undefined ? [] : [knownUntil])).sort()
  return days[0] === undefined ? undefined : { number: days.length, until: days[0] }
}

import type { Report } from '../engine/report'

/** The failures of a run that are known, and the first day after which one is no longer excused. */
export function knownFailures({ checks }: Report): { number: number; until: string } | undefined {
  const days = checks.flatMap(({ knownUntil }) => (knownUntil === undefined ? [] : [knownUntil])).sort()
  return days[0] === undefined ? undefined : { number: days.length, until: days[0] }
}

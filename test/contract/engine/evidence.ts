import type { Evidence } from './report'

/** The most pieces of evidence in a result. */
const mostEvidence = 8

/** The first piece of the evidence and the last ones, which show where a check failed. */
export function excerpt(evidence: readonly Evidence[]): Evidence[] {
  if (evidence.length <= mostEvidence) return [...evidence]
  return [...evidence.slice(0, 1), ...evidence.slice(1 - mostEvidence)]
}

import { invalidRequest } from '../http/refusal'

const usualOverlap = 24 * 60 * 60
const longestOverlap = 365 * 24 * 60 * 60

/** The seconds for which a rotation keeps the old one in force: a day unless given. Throws a refusal for what is none. */
export function overlapFrom(given: unknown = usualOverlap): number {
  if (typeof given === 'number' && given >= 0 && given <= longestOverlap) return given
  throw invalidRequest(`overlap must be seconds from 0 to ${longestOverlap}.`, 'overlap')
}

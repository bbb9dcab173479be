import { chapters } from '../../../generated/rules'

/** The chapter of the interface to which the first of these rules belongs. */
export function chapterOf(rules: readonly string[]): string {
  return chapters[rules[0]?.split('-')[0] ?? ''] ?? 'Open questions'
}

import { chapters } from '../../../generated/rules'

/** Groups values by name. Groups stand in the order of their first values. */
export function groupBy<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const name = nameOf(value)
    groups.set(name, [...(groups.get(name) ?? []), value])
  }
  return groups
}

/** The chapter of the interface to which the first of these rules belongs. */
export function chapterOf(rules: readonly string[]): string {
  return chapters[rules[0]?.split('-')[0] ?? ''] ?? 'Open questions'
}

import { chapters } from '../../../generated/rules'

/** Groups values by name, those that have one. Groups stand in the order of their first values. */
export function groupBy<Value, Name>(
  values: readonly Value[],
  nameOf: (value: Value) => Name | undefined,
): Map<Name, Value[]> {
  const groups = new Map<Name, Value[]>()
  for (const value of values) {
    const name = nameOf(value)
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), value])
  }
  return groups
}

/** The value that comes most often, and the first of several; `undefined` where there is none. */
export function mostUsual<Value>(values: readonly Value[]): Value | undefined {
  const groups = [...groupBy(values, (value) => value)]
  // Sorting keeps the order of those that come equally often.
  return groups.sort(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** The chapter of the interface to which the first of these rules belongs. */
export function chapterOf(rules: readonly string[]): string {
  return chapters[rules[0]?.split('-')[0] ?? ''] ?? 'Open questions'
}

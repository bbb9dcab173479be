/** The first place at which two values differ, and both values there as JSON, cut where they are long. */
export interface Difference {
  path: string
  one: string
  other: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Finds the first place at which two JSON values differ. The order of fields makes no difference. */
export function firstDifference(
  one: unknown,
  other: unknown,
  path: readonly string[] = [],
): Difference | undefined {
  if (isRecord(one) && isRecord(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = firstDifference(one[name], other[name], [...path, name])
      if (found) return found
    }
    return undefined
  }
  const [text, otherText] = [textOf(one), textOf(other)]
  return text === otherText
    ? undefined
    : { path: path.join('.') || 'it', one: cut(text), other: cut(otherText) }
}

function textOf(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value)
}

function cut(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`
}

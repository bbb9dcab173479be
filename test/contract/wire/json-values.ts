/** The members of a JSON object by their names. Each of them may be anything. */
export type Members = Readonly<Partial<Record<string, unknown>>>

/** Whether a value is a JSON object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of a JSON object; none of any other value. */
export function membersOf(value: unknown): Members {
  return isRecord(value) ? value : {}
}

/** The value at a place that a validator names, as `/errors/missingKey`. */
export function at(value: unknown, place: string): unknown {
  const names = place.split('/').slice(1)
  return names.reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
}

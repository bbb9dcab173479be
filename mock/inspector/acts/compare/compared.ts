/** A payload that was put aside to be compared. */
export interface Compared {
  /** The place that it came from, in words. */
  title: string
  text: string
}

/** The two payloads of a comparison: the earlier of two stays, and a third takes the place of the later one. */
export function withCompared(before: readonly Compared[], added: Compared): Compared[] {
  return [...before.slice(0, 1), added]
}

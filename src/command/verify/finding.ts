/** Something that explains why a signature does not fit. */
export interface Finding {
  /** A stable name, for programs. */
  id: string
  /** The fault, in a sentence. */
  says: string
  /** The remedy, in a sentence. */
  cure: string
}

/** A way to read what was given, and how far it is from taking it as it is: 0, or 1 for each finding. */
export interface Variant<T> {
  value: T
  findings: readonly Finding[]
}

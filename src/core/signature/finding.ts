/** Something that explains why a signature does not fit. */
export interface Finding {
  /** A stable name, for programs. */
  id: string
  /** The fault, in a sentence. */
  says: string
  /** The remedy, in a sentence. */
  cure: string
}

/** One of several readings of an input, with the findings that it presumes: none where the input is read as it is. */
export interface Variant<T> {
  value: T
  findings: readonly Finding[]
}

/**
 * Which side of a delivery is known. `given`: the body as the receiver saw it, and the search is for the body that was signed. `computed`:
 * the body as it was sent, and the search is for what the receiver made of it.
 */
export type Side = 'given' | 'computed'

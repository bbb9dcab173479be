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

/**
 * Where the mistake lies. `given`: in the body that is given, as a receiver saw it, and what was signed is looked for. `computed`: the body
 * is the one that was sent, and what a receiver made of it is looked for.
 */
export type Side = 'given' | 'computed'

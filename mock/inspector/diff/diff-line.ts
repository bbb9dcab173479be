/** The texts that hold a line: both, the left one alone, or the right one alone. */
export type Sign = ' ' | '-' | '+'

/** A line of a comparison. */
export interface DiffLine {
  sign: Sign
  /** How many values the line lies in. 0 in texts that are no JSON. */
  depth: number
  text: string
}

/** An answer of the database. Times are in milliseconds of the server's clock. */
export interface Grant {
  /** The time of the server. */
  now: number
  /** When the first slot is, or would be where none was given. */
  start: number
  count: number
  interval: number
  lesson: number
}

/** A rate in a database. It rejects where the database cannot be asked. */
export interface RateDatabase {
  /** Takes so many slots, or none where the first would be further away than so many milliseconds. */
  take(count: number, horizonMs: number): Promise<Grant>
  /** Lowers the rate, unless it was lowered since that lesson, and lets nothing pass for so many milliseconds. */
  refuse(lesson: number, pauseMs: number): Promise<void>
  /** Says that a process uses the rate. Resolves to how many have said so in the last minute. */
  beat(member: string): Promise<number>
}

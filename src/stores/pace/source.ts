/** Slots, one request each. Times are in monotonic milliseconds of this process. */
export interface Slots {
  /** How many there are. 0 where the next ones are too far away. */
  count: number
  /** When the first may be used, and how much later each of the others. */
  from: number
  interval: number
  /** How long after its time a slot may still be used. Later it would draw too close to the slots of other processes. */
  patience: number
  /** When to ask again, where there are none. */
  askAgainAt: number
  /** How many refusals the rate had learnt from when the slots were given. */
  lesson: number
}

/** Gives out the slots of a rate. It never rejects. */
export interface SlotSource {
  /** Takes up to so many slots. */
  take(count: number): Promise<Slots>
  /** Says that the service refused a request of that lesson for the rate, and lets nothing pass for so many milliseconds. */
  refuse(lesson: number, pauseMs: number): Promise<void>
}

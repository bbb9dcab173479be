/** Remembers which events were seen, in bounded memory. */
export interface Sightings {
  /** Marks an event as seen. `true` where it is new: it was not seen before, and is not older than what was forgotten. */
  see(id: string, time: number): boolean
  /** Takes every event up to this time for seen. */
  forgetUntil(time: number): void
  readonly size: number
}

/** Makes an empty memory of at most `most` events. When it is full it forgets the older half, and takes for seen whatever is as old. */
export function createSightings(most = 20_000): Sightings {
  let times = new Map<string, number>()
  let horizon = -Infinity

  const forgetOldest = () => {
    const byTime = [...times].sort(([, a], [, b]) => a - b || 0)
    const forgotten = byTime.splice(0, byTime.length / 2)
    times = new Map(byTime)
    for (const [, time] of forgotten) if (time > horizon) horizon = time
  }

  return {
    see(id, time) {
      if (times.has(id)) return false
      // A time that cannot be read compares as false: such an event is new while its id is.
      if (time <= horizon) return false
      times.set(id, time)
      if (times.size > most) forgetOldest()
      return true
    },
    forgetUntil(time) {
      horizon = Math.max(horizon, time)
    },
    get size() {
      return times.size
    },
  }
}

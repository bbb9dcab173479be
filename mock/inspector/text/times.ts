/** The time of day of a timestamp in UTC, to the millisecond: `14:05:09.120`. */
export function timeOfDay(timestamp: string): string {
  return timestamp.slice(11, 23)
}

/** A timestamp as people read it, in UTC: `2026-11-21 14:05:09`. */
export function readable(timestamp: string): string {
  return timestamp.slice(0, 19).replace('T', ' ')
}

/** A time of day as the reader's own clocks show it, to the second: `08:35:09 here`. Empty where they show UTC. */
export function hereOf(timestamp: string): string {
  const date = new Date(timestamp)
  return date.getTimezoneOffset() === 0 ? '' : `${date.toTimeString().slice(0, 8)} here`
}

/** A timestamp in UTC, and as the reader's own clocks show it: `2026-11-21 03:05:09 UTC, 08:35:09 here`. */
export function inBothTimes(timestamp: string): string {
  return [`${readable(timestamp)} UTC`, hereOf(timestamp)].filter(Boolean).join(', ')
}

const units: readonly (readonly [name: string, milliseconds: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** A duration in its two largest units: `2 h 5 min`, `4 s`, `120 ms`. */
export function duration(milliseconds: number): string {
  const rounded = Math.max(0, Math.round(milliseconds))
  if (rounded < 1_000) return `${rounded} ms`
  const largest = units.findIndex(([, length]) => rounded >= length)
  let rest = rounded
  const parts = units.slice(largest, largest + 2).flatMap(([name, length]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return amount === 0 ? [] : [`${amount} ${name}`]
  })
  return parts.join(' ')
}

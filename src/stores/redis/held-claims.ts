import { type Clock, monotonic } from '../../transport/clock'

// A claim that is neither committed nor released leaves its place when there are more than these.
const mostHeld = 10_000

/** The claims that this process holds, as far as it knows by its own clock. */
export interface HeldClaims {
  /** Notes that a claim was asked for, or its renewal, and holds for a lease from then on. */
  hold(token: string, askedAt: number, lease: number): void
  holds(token: string): boolean
  drop(token: string): void
}

/** Makes an empty list of claims. The server's clock may run faster than this one, by a hundredth of a lease at most. */
export function createHeldClaims(clock: Clock): HeldClaims {
  const ends = new Map<string, number>()
  const holds = (token: string) => (ends.get(token) ?? -Infinity) > monotonic(clock)
  return {
    holds,
    hold(token, askedAt, lease) {
      ends.set(token, askedAt + lease * 0.99)
      if (ends.size <= mostHeld) return
      for (const held of ends.keys()) if (!holds(held)) ends.delete(held)
    },
    drop: (token) => void ends.delete(token),
  }
}

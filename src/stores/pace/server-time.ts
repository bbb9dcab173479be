// Two clocks part by no more than this share of the time.
const drift = 0.0005

/** The clock of a server, as seen from the monotonic clock of this process. */
export interface ServerTime {
  /** Notes what the server's clock said between the question and the answer. */
  note(askedAt: number, answeredAt: number, serverNow: number): void
  /** The first moment here at which it is certainly that time there. */
  surelyAt(serverTime: number): number
  /** The last moment here at which it is certainly not later than that there. */
  surelyBefore(serverTime: number): number
}

/**
 * Learns how far the clock of a server is ahead of this one. Each answer says it to within its round trip, and all answers together more
 * closely. Where answers contradict each other, the clock was set or the server is another one, and the last answer counts.
 */
export function createServerTime(): ServerTime {
  let least = -Infinity
  let most = Infinity
  let notedAt = 0
  return {
    note(askedAt, answeredAt, serverNow) {
      const apart = (answeredAt - notedAt) * drift
      notedAt = answeredAt
      const [own, ownMost] = [serverNow - answeredAt, serverNow - askedAt]
      const isPossible = own <= most + apart && ownMost >= least - apart
      least = isPossible ? Math.max(own, least - apart) : own
      most = isPossible ? Math.min(ownMost, most + apart) : ownMost
    },
    surelyAt: (serverTime) => serverTime - least,
    surelyBefore: (serverTime) => serverTime - most,
  }
}

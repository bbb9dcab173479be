import type { Clock } from './clock'
import type { Log } from './log'
import type { Pace } from './pace'

/** The parts of a client that a pace needs. */
export interface PaceTerms {
  clock: Clock
  log: Log
}

/** A rate that the clients of several processes keep together. `sharedRate` of `@event-delivery/sdk/stores` makes one. */
export interface SharedRate {
  /** Makes the pace of one client. The client calls it. */
  createPace(terms: PaceTerms): Pace
}

/** Whether a rate is a shared one, and no number. */
export const isShared = (rate: unknown): rate is SharedRate =>
  typeof (rate as Partial<SharedRate> | null | undefined)?.createPace === 'function'

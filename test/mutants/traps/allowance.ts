import type { Breakage } from '../../support/breakage'

/** A service that does what a trap does, or refuses what a trap would alter, and breaks no rule by it. */
export interface Allowed {
  id: string
  title: string
  /** The reason for which no check may fail it. */
  because: string
  break: Breakage
}

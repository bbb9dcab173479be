import type { CompleteDialect } from '../../generated/dialect'
import { createWording, type Wording } from '../http/wording'
import { additionsOf, type Additions } from '../settings/additions'
import { createSeededRandom, type Random } from '../settings/random'

// The moment at which the answers that stand as examples are given: some minutes after the example data was made.
const moment = Date.UTC(2026, 10, 21, 3, 10)

/** A dialect with the parts of the mock that write answers in it. The same dialect always gives the same answers. */
export interface Resolution {
  dialect: CompleteDialect
  additions: Additions
  wording: Wording
  random: Random
  clock: { now: () => number }
}

/** The parts of the mock that write answers in a dialect, with time and chance that stand still. */
export function resolutionOf(dialect: CompleteDialect): Resolution {
  const additions = additionsOf(dialect)
  const parts = { dialect, additions, random: createSeededRandom(1), clock: { now: () => moment } }
  return { ...parts, wording: createWording(parts) }
}

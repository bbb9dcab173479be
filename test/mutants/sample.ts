import { numbers } from '../support/random'

/** The seed of the mutants that a short tier judges: they are the same in each of its runs. */
export const seed = 20_261_121

/** So many of all, always the same ones, in their order. */
export function drawn<One>(all: readonly One[], count: number): One[] {
  const random = numbers(seed)
  const ranked = all.map((one) => ({ one, rank: random.next().value })).sort((a, b) => a.rank - b.rank)
  const chosen = new Set(ranked.slice(0, count).map(({ one }) => one))
  return all.filter((one) => chosen.has(one))
}

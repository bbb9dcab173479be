import { expect, test } from 'vitest'
import { Finder } from './search'
import { generatedMutants } from './traps/index'
import { numbers } from '../support/random'
import { sized } from '../support/tier'

/** The seed of the mutants that a short tier judges: they are the same in each of its runs. */
const seed = 20_261_121

/** So many of all, always the same ones, in their order. */
function drawn<One>(all: readonly One[], count: number): One[] {
  const random = numbers(seed)
  const ranked = all.map((one) => ({ one, rank: random.next().value })).sort((a, b) => a.rank - b.rank)
  const chosen = new Set(ranked.slice(0, count).map(({ one }) => one))
  return all.filter((one) => chosen.has(one))
}

const finder = new Finder()
const families = new Set(generatedMutants.map(({ family }) => family))

for (const family of families) {
  const all = generatedMutants.filter((mutant) => mutant.family === family)
  const tenth = drawn(all, Math.ceil(all.length / 10))
  // `npm run test:more` judges those that `npm test` leaves out.
  const chosen = sized({ test: tenth, more: all.filter((mutant) => !tenth.includes(mutant)), soak: all })
  const share = `${chosen.length} of ${all.length} mutants (seed ${seed})`
  test(`a check finds each backend with ${family}, and names the rule that it breaks: ${share}`, async () => {
    const missed: string[] = []
    for (const mutant of chosen) {
      const { found, blamed } = await finder.find(mutant)
      if (found === undefined) missed.push([`${mutant.rule} ${mutant.id}`, ...blamed].join('\n'))
    }
    expect(missed.join('\n\n')).toBe('')
  })
}

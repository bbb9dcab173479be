import { expect, test } from 'vitest'
import { drawn, seed } from './sample'
import { Finder } from './search'
import { generatedMutants } from './traps/index'
import { sized } from '../support/tier'

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

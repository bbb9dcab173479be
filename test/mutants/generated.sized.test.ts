import { expect, test } from 'vitest'
import { drawn, seed } from './sample'
import { Finder } from './search'
import { generatedMutants } from './traps/index'
import { sized } from '../support/tier'
import type { Mutant } from '../support/breakage'

/** Those that `npm test` judges: fewer of mode full, whose deliveries take most of the time. `npm run test:more` judges all others. */
function quickOf(all: readonly Mutant[]): Mutant[] {
  const isFull = ({ mode }: Mutant) => mode === 'full'
  const [full, others] = [all.filter(isFull), all.filter((mutant) => !isFull(mutant))]
  return [...drawn(others, Math.ceil(others.length / 10)), ...drawn(full, Math.ceil(full.length / 40))]
}

const finder = new Finder()
const families = new Set(generatedMutants.map(({ family }) => family))

for (const family of families) {
  const all = generatedMutants.filter((mutant) => mutant.family === family)
  const quick = quickOf(all)
  const chosen = sized({ test: quick, more: all.filter((mutant) => !quick.includes(mutant)), soak: all })
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

import { expect, test } from 'vitest'
import { checks } from '@event-delivery/conformance'
import { expectFound } from './find'
import { generatedMutants } from './traps/index'
import { mutants } from './index'
import { search } from './search'
import { tier } from '../support/tier'
import type { Mutant } from '../support/breakage'

// The checks of its rules judge each mutant in mutants.test.ts and generated.sized.test.ts, and the whole suite those generated ones
// that these checks do not find. In the soak the whole suite judges each of them as well: in mode full, and the generated ones in the least
// mode in which they can be seen.
const isSoak = tier === 'soak'
/** Mutants that a run of the whole suite missed once, or at which the suite itself failed. */
const onceMissed = new Set([
  'created-in-seconds',
  'creation-read-in-pieces-of64k',
  'creation-read-in-pieces-of16k',
])
const isJudged = ({ id }: Mutant) => isSoak || onceMissed.has(id)

for (const mutant of mutants.filter((mutant, index) => isJudged(mutant) || index % 40 === 10)) {
  const { id, rule } = mutant
  test(`the whole suite finds that a backend breaks ${rule}: ${id}`, async () => {
    const { checks: results, verdict } = await expectFound(mutant, checks, { samples: 10 })
    if (results.some(({ status }) => status === 'failed')) expect(verdict).toBe('non-conformant')
  })
}

for (const mutant of generatedMutants.filter(isJudged)) {
  const { id, rule, mode: least = 'full' } = mutant
  for (const mode of new Set([least, 'full'] as const)) {
    test(`in mode ${mode} the whole suite finds that a backend breaks ${rule}: ${id}`, async () => {
      const { found, blamed } = await search(mutant, checks, { mode })
      expect(found, blamed.join('\n') || 'No check blames it.').toBeDefined()
    })
  }
}

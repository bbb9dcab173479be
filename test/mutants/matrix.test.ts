import { expect, test } from 'vitest'
import { checks } from '@event-delivery/conformance'
import { expectFound } from './find'
import { mutants } from './index'

// The checks of its rule judge each mutant in mutants.test.ts. In the soak the whole suite judges each of them as well.
const sample = process.env.SOAK_RUNS ? mutants : mutants.filter((_, index) => index % 25 === 10)

for (const mutant of sample) {
  const { id, rule, title } = mutant
  test(`the whole suite finds that a backend breaks ${rule}: ${title} (${id})`, async () => {
    const { checks: results, verdict } = await expectFound(mutant, checks, { samples: 10 })
    if (results.some(({ status }) => status === 'failed')) expect(verdict).toBe('non-conformant')
  })
}

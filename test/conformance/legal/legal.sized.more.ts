import { quickChecks } from '@event-delivery/conformance'
import { expect, test } from 'vitest'
import { rules } from '../../../generated/rules'
import { allPairs, pairsOf, services } from './pairwise'
import { dimensionNames, dimensions } from './dimensions'
import { expectNoAlarm } from './judge'
import { sized } from '../../support/tier'

// 1,000 services have every pair of choices together.
const count = sized({ more: 16, soak: 1_000 })
const seed = Number(process.env.LEGAL_SEED ?? 1)

for (const [index, choices] of services(count, seed).entries()) {
  // Mode full has every check. A part of the services meets what the other mode does otherwise, too.
  const modes = index % 3 === 0 ? (['full', 'non-disruptive'] as const) : (['full'] as const)
  test(`no check blames service ${index} of the legal ones that seed ${seed} makes`, async () => {
    for (const mode of modes) await expectNoAlarm(choices, mode)
    await expectNoAlarm(choices, 'full', quickChecks)
  })
}

test('every rule that is judged and must hold has a choice of the family behind it', () => {
  const behind = new Set<string>(dimensionNames.flatMap((name) => dimensions[name].behind))
  const musts = rules.filter(({ level, unjudged }) => level === 'must' && unjudged === undefined)
  expect(musts.map(({ id }) => id).filter((id) => !behind.has(id))).toEqual([])
})

test('the services of a seed are always the same and together have every pair of choices', () => {
  const family = services(1_000, seed)
  expect(services(20, seed)).toEqual(family.slice(0, 20))
  const covered = new Set(family.flatMap(pairsOf))
  expect([...allPairs().keys()].filter((pair) => !covered.has(pair))).toEqual([])
})

import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { usualConcurrency } from '../../contract/engine/turns'
import { sized } from '../../support/tier'
import { calm, choicesOf, describeChoices, plain } from './choices'
import { findings, ofRules } from '../../support/judged'
import { findingsOf } from './judge'
import { legalService } from './service'
import type { Choices } from './dimensions'

const seeds = Array.from({ length: sized({ more: 3, soak: 100 }) }, (_, index) => index + 1)

/** The checks that blame a service whose clock nobody moves, with so many checks at once. */
async function blaming(choices: Choices, concurrency: number): Promise<string[]> {
  const { target, options } = legalService(choices)
  const run = { ...options, concurrency, mode: 'non-disruptive', seed: 1, samples: 5 } as const
  const report = await runChecks({ ...target, advance: undefined }, checks, run)
  return findingsOf(report, choices).map((text) => text.slice(0, text.indexOf(':')))
}

for (const seed of seeds) {
  const choices = calm(choicesOf(seed))
  test(`checks that are made at once blame a legal service for nothing that each alone does not (${seed})`, async () => {
    const atOnce = await blaming(choices, usualConcurrency)
    // Some services take time in a way that a clock which nobody moves does not give them.
    const alone = atOnce.length === 0 ? [] : await blaming(choices, 1)
    expect(
      atOnce.filter((id) => !alone.includes(id)),
      describeChoices(choices),
    ).toEqual([])
  })
}

test('every check is made at once with others on a list that keeps its newest events alone', async () => {
  const { target, options } = legalService({ ...plain, retention: 200 })
  const run = { ...options, mode: 'non-disruptive', seed: 1, samples: 5 } as const
  const report = await runChecks({ ...target, advance: undefined }, ofRules(/^(EV|PG)-/), run)
  expect(findings(report)).toEqual([])
})

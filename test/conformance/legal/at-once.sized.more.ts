import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { usualConcurrency } from '../../contract/engine/turns'
import { sized } from '../../support/tier'
import { calm, choicesOf, describeChoices, plain } from './choices'
import { findings, named, ofRules } from '../../support/judged'
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

test('a list whose events give way to those of others amid a check is judged once more with new ones', async () => {
  const { target, options, fetch } = legalService({ ...plain, retention: 200 })
  const { baseUrl, keys } = target
  let created = 0
  const createOthers = async () => {
    const headers = { authorization: `Bearer ${keys.test as string}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ type: 'order.of-others', data: {} })
    for (let other = 0; other < 200; other += 1) {
      await fetch(new Request(`${baseUrl}/v1/events`, { method: 'POST', headers, body }))
    }
  }
  const shared = async (request: Request) => {
    // The first look at the list after the check has created what it will look for.
    if (request.method === 'POST') created += 1
    else if (created > 102) await createOthers().finally(() => (created = -Infinity))
    return fetch(request)
  }
  const run = { ...options, mode: 'non-disruptive' } as const
  const report = await runChecks({ ...target, fetch: shared }, named('pages-of-many-events'), run)
  expect(created).toBe(-Infinity)
  expect(findings(report)).toEqual([])
})

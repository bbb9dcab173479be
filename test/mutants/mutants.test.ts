import { expect, test } from 'vitest'
import { checks } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { expectFound } from './find'
import { mutants } from './index'

for (const mutant of mutants) {
  const { id, rule, title } = mutant
  test(`a backend is found to break ${rule}: ${title} (${id})`, async () => {
    await expectFound(
      mutant,
      checks.filter((check) => check.rules.includes(rule)),
    )
  })
}

test('every rule that a check judges has a mutant', () => {
  const broken = new Set(mutants.map(({ rule }) => rule))
  const judged = rules.filter(({ id }) => checks.some((check) => check.rules.includes(id)))
  expect(judged.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})

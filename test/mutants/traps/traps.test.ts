import { expect, test } from 'vitest'
import { rules } from '../../../generated/rules'
import { generatedMutants } from './index'
import { mutants } from '../index'
import { ownChecks, search } from '../search'

for (const mutant of generatedMutants) {
  const { id, rule, title, mode = 'full' } = mutant
  test(`in mode ${mode} a backend is found to break ${rule}: ${title} (${id})`, async () => {
    const { found, blamed } = await search(mutant, ownChecks(mutant))
    expect(found, blamed.join('\n') || 'No check blames it.').toBeDefined()
  })
}

test('every generated mutant has an id of its own, in kebab case, and breaks rules that exist', () => {
  const ids = [...mutants, ...generatedMutants].map(({ id }) => id)
  expect(
    ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)),
  ).toEqual([])
  const known = new Set(rules.map(({ id }) => id))
  const named = generatedMutants.flatMap(({ rule, besides = [] }) => [rule, ...besides])
  expect(named.filter((rule) => !known.has(rule))).toEqual([])
})

test('every generated mutant says its kind of trap and its mode', () => {
  expect(generatedMutants.filter(({ family, mode }) => !family || !mode).map(({ id }) => id)).toEqual([])
})

import { expect, test } from 'vitest'
import { rules } from '../../../generated/rules'
import { callMutants, generatedMutants } from './index'
import { mutants } from '../index'
import { testEach } from '../search'

testEach(callMutants)

test('every generated mutant has an id of its own, in kebab case, and breaks rules that exist', () => {
  const ids = [...mutants, ...generatedMutants].map(({ id }) => id)
  const isOdd = (id: string, index: number) =>
    ids.indexOf(id) !== index || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)
  expect(ids.filter(isOdd)).toEqual([])
  const known = new Set(rules.map(({ id }) => id))
  const named = generatedMutants.flatMap(({ rule, besides = [] }) => [rule, ...besides])
  expect(named.filter((rule) => !known.has(rule))).toEqual([])
})

test('every generated mutant says its kind of trap and its mode', () => {
  expect(generatedMutants.filter(({ family, mode }) => !family || !mode).map(({ id }) => id)).toEqual([])
})

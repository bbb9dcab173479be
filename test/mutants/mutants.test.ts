import { expect, test } from 'vitest'
import { checks } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { generatedMutants } from './traps/index'
import { mutants } from './index'
import { cheapestFirst, Finder, search } from './search'
import { sideBySideMutants } from './traps/side-by-side'
import { together, type Breakage } from '../support/breakage'

for (const mutant of mutants) {
  const { id, rule } = mutant
  test(`a backend is found to break ${rule}: ${id}`, async () => {
    // The first check that finds it is enough here: matrix.sized.more.ts has the whole suite judge a mutant to the end.
    const own = cheapestFirst(checks.filter((check) => check.rules.includes(rule)))
    const { found, blamed } = await search(mutant, own)
    expect(found, blamed.join('\n') || 'No check blames it.').toBeDefined()
    expect(blamed.filter((words) => words.includes(': errored '))).toEqual([])
  })
}

/** Begins each delivery some turns of the event loop after the one before, as a busy machine does. */
const oneByOne: Breakage = () => {
  let last = Promise.resolve()
  return {
    deliver: (send) => async (request) => {
      for (let turn = 0; turn < 3; turn += 1)
        last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
      await last
      return send(request)
    },
  }
}

for (const mutant of sideBySideMutants.filter(({ mode }) => mode === 'full')) {
  test(`a backend that makes its deliveries one by one is found to break ${mutant.rule}: ${mutant.id}`, async () => {
    const { found, blamed } = await new Finder().find({
      ...mutant,
      break: together([mutant.break, oneByOne]),
    })
    expect(found, blamed.join('\n')).toBeDefined()
  })
}

test('every rule that a check judges has a mutant', () => {
  const broken = new Set(mutants.map(({ rule }) => rule))
  const judged = rules.filter(({ id }) => checks.some((check) => check.rules.includes(id)))
  expect(judged.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})

test('every mutant has an id of its own, in kebab case, and breaks rules that exist', () => {
  const all = [...mutants, ...generatedMutants]
  const ids = all.map(({ id }) => id)
  const isOdd = (id: string, index: number) =>
    ids.indexOf(id) !== index || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)
  expect(ids.filter(isOdd)).toEqual([])
  const known = new Set(rules.map(({ id }) => id))
  const named = all.flatMap(({ rule, besides = [] }) => [rule, ...besides])
  expect(named.filter((rule) => !known.has(rule))).toEqual([])
  expect(generatedMutants.filter(({ family, mode }) => !family || !mode).map(({ id }) => id)).toEqual([])
})

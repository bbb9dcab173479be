import { expect, test } from 'vitest'
import { checks, type Check } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { generatedMutants } from './traps/index'
import { mutants } from './index'
import { cheapestFirst, Finder, ownChecks, search } from './search'
import { sideBySideMutants } from './traps/side-by-side'
import { together, type Breakage } from '../support/breakage'

/** The checks that found a mutant so far. */
const finders = new Set<string>()

for (const mutant of mutants) {
  const { id, rule } = mutant
  test(`a backend is found to break ${rule}: ${id}`, async () => {
    // The first check that finds it is enough here: matrix.sized.more.ts has the whole suite judge a mutant to the end.
    const own = cheapestFirst(checks.filter((check) => check.rules.includes(rule)))
    const { found, blamed } = await search(mutant, own)
    expect(found, blamed.join('\n') || 'No check blames it.').toBeDefined()
    expect(blamed.filter((words) => words.includes(': errored '))).toEqual([])
    if (found !== undefined) finders.add(found)
  })
}

/** Checks that judge what other checks caused, each with a mutant that it finds beside those. */
const ofOtherChecks: Readonly<Record<string, string>> = {
  'every-delivery-is-signed': 'delivery-unsigned-over-eight-kilobytes',
  'every-429-has-retry-after': 'limit-without-retry-after',
}

/** Whether a check finds a mutant without the other checks of its rules. */
async function findsSome(check: Check): Promise<boolean> {
  const known = ofOtherChecks[check.id]
  const isOther = ({ rules }: Check) => !rules.some((rule) => check.rules.includes(rule))
  const by = known === undefined ? [check] : checks.filter((one) => one === check || isOther(one))
  for (const mutant of [...mutants, ...generatedMutants]) {
    const isMeant = known === undefined ? ownChecks(mutant).includes(check) : mutant.id === known
    if (isMeant && (await search(mutant, by)).found === check.id) return true
  }
  return false
}

test(
  'every check that judges finds a mutant without the other checks of its rules',
  { timeout: 120_000 },
  async () => {
    const idle: string[] = []
    for (const check of checks)
      if (check.level !== 'observe' && !finders.has(check.id) && !(await findsSome(check)))
        idle.push(check.id)
    expect(idle).toEqual([])
  },
)

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

import { expect, test } from 'vitest'
import { checks, type Check } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { generatedMutants } from './traps/index'
import { mutants } from './index'
import { cheapestFirst, Finder, search } from './search'
import { sideBySideMutants } from './traps/side-by-side'
import { together, type Breakage } from '../support/breakage'

/** The rules that each check has named of a mutant that breaks them. */
const named = new Map(checks.map(({ id }) => [id, new Set<string>()]))

for (const mutant of mutants) {
  const { id, rule } = mutant
  test(`a backend is found to break ${rule}: ${id}`, async () => {
    // The first check that finds it is enough here: matrix.sized.more.ts has the whole suite judge a mutant to the end.
    const own = cheapestFirst(checks.filter((check) => check.rules.includes(rule)))
    const { found = '', violates, blamed } = await search(mutant, own)
    expect(found, blamed.join('\n') || 'No check blames it.').not.toBe('')
    expect(blamed.filter((words) => words.includes(': errored '))).toEqual([])
    for (const one of violates) named.get(found)?.add(one)
  })
}

/** Checks that judge what other checks caused. */
const ofOtherChecks = ['every-delivery-is-signed', 'every-429-has-retry-after']

/** Mutants by the check and the rule that they are for, where most mutants of the rule are none that the check could find. */
const fitting: Readonly<Record<string, string>> = {
  'nasty-payloads-come-back ER-4': 'one-of-two-databases-retrieves-two-thirds-of-the-events',
  'every-delivery-is-signed DL-5': 'delivery-unsigned-over-eight-kilobytes',
  'every-429-has-retry-after LM-1': 'limit-without-retry-after',
  'deliver-beside-a-webhook-that-is-late EV-5': 'idempotency-keys-forgotten-of-live-keys',
  'deliver-equal-events DL-1': 'equal-events-are-delivered-once',
  'replay-is-not-delivered-again DL-1': 'no-delivery-with-an-idempotency-key',
}

/** Has a check judge mutants of its rules, without the other checks of them, until it has named each of the rules. */
async function judge(check: Check): Promise<void> {
  const seen = named.get(check.id)
  const isOther = ({ rules }: Check) => !rules.some((rule) => check.rules.includes(rule))
  const by = ofOtherChecks.includes(check.id)
    ? checks.filter((one) => one === check || isOther(one))
    : [check]
  for (const rule of check.rules) {
    const fits = fitting[`${check.id} ${rule}`]
    for (const mutant of [...mutants, ...generatedMutants]) {
      if (seen?.has(rule)) break
      if (fits === undefined ? mutant.rule !== rule : mutant.id !== fits) continue
      const { found, violates } = await search(mutant, by)
      if (found === check.id) for (const one of violates) seen?.add(one)
    }
  }
}

test('every check finds each of its rules broken, without the other checks of the rule', async () => {
  const judging = checks.filter(({ level }) => level !== 'observe')
  for (const check of judging) await judge(check)
  const idle = judging.flatMap(({ id, rules: own }) =>
    own.filter((rule) => !named.get(id)?.has(rule)).map((rule) => `${id} never named ${rule}`),
  )
  expect(idle).toEqual([])
})

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

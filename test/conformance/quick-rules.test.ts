import { expect, test } from 'vitest'
import { quickChecks, runChecks, type Mode } from '@event-delivery/conformance'
import { expectFound, mutantOf } from '../mutants/find'
import { legalService } from './legal/service'
import { modes } from '../contract/engine/vocabulary'
import { permits } from '../contract/engine/options'
import { rules } from '../../generated/rules'
import { choicesOf } from './legal/choices'

/** The rules that a quick run does not judge, each with the reason. */
const scopesTakeKeys = 'Scoped keys have to be made first, and each scope is tried with and without.'
const unjudgedByQuickRuns: Readonly<Record<string, string>> = {
  'AU-11': scopesTakeKeys,
  'AU-12': scopesTakeKeys,
  'AU-13': scopesTakeKeys,
  'AU-14': scopesTakeKeys,
  'AU-17': scopesTakeKeys,
  'EV-11': 'A service remembers an idempotency key for 24 hours, which takes two runs.',
  'LM-2': 'The rate of the plan takes as many requests as the plan permits.',
  'LM-3': 'The rate of the plan takes as many requests as the plan permits.',
}

test('a quick run judges each rule that is a must, or a reason says why not', () => {
  const judged = new Set(
    quickChecks.filter(({ level }) => level === 'must').flatMap(({ rules: judgedRules }) => judgedRules),
  )
  const musts = rules.filter(({ level, unjudged }) => level === 'must' && unjudged === undefined)
  const open = musts.filter(({ id }) => judged.has(id) === id in unjudgedByQuickRuns)
  expect(open.map(({ id }) => id)).toEqual([])
})

test('each check of a quick run judges a rule that no other one judges in the same mode', () => {
  const idle = quickChecks.filter((check) => {
    const others = quickChecks.filter((one) => one !== check && permits(check.mode, one.mode))
    const judged = new Set(others.flatMap((one) => one.rules))
    return check.rules.every((rule) => judged.has(rule))
  })
  expect(idle.map(({ id }) => id)).toEqual([])
})

test('each check of a quick run is a must', () => {
  expect(quickChecks.filter(({ level }) => level !== 'must').map(({ id }) => id)).toEqual([])
})

test('each rule that can be judged says what its clause leaves open', () => {
  const silent = rules.filter(({ unjudged, leavesOpen }) => !unjudged && !leavesOpen)
  expect(silent.map(({ id }) => id)).toEqual([])
})

/** Backends that break a rule of each chapter in a place where a glance has to see it. */
const visible = [
  ...['list-says-text', 'other-version', 'missing-type-is-422', 'replay-is-a-conflict'],
  ...['replay-creates-behind-the-answer', 'list-without-envelope', 'cursor-is-ignored'],
  ...[
    'cursor-with-another-prefix',
    'http-is-accepted',
    'one-of-two-databases-lists-two-thirds-of-the-events',
  ],
  ...['secret-in-the-list', 'deletion-returns-another-id', 'unknown-webhook-has-param'],
  ...['no-deliveries', 'everything-to-everybody', 'wrong-signature', 'test-events-are-delivered'],
  ...['test-key-cannot-create', 'create-without-key', 'live-key-without-prefix', 'one-list-for-both-modes'],
  ...['test-key-deletes-live-webhooks', 'expired-key-works'],
  ...['plain-http-answers', 'error-code-is-a-number', 'broken-json-is-500'],
]

for (const id of visible) {
  test(`a quick run finds a broken backend: ${id}`, async () => {
    await expectFound(mutantOf(id), quickChecks)
  })
}

for (const mode of modes satisfies readonly Mode[]) {
  test(`a quick run in mode ${mode} blames no legal service`, async () => {
    for (const seed of [3, 4, 5, 6]) {
      const service = legalService(choicesOf(seed))
      const report = await runChecks(service.target, quickChecks, { ...service.options, mode, seed: 1 })
      const blamed = report.checks.filter(({ status }) => status === 'failed' || status === 'errored')
      expect(blamed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
      expect(service.webhooks()).toBe(0)
    }
  })
}

import { expect, test } from 'vitest'
import { checks } from '@event-delivery/conformance'
import { openQuestions, rules } from '../../generated/rules'

const known = new Set([...rules, ...openQuestions].map(({ id }) => id))

test('every check names rules that exist', () => {
  const named = checks.flatMap((check) => check.rules.map((rule) => [check.id, rule] as const))
  expect(named.filter(([, rule]) => !known.has(rule))).toEqual([])
})

test('every rule has a check or says why none can judge it, and none has both', () => {
  const judged = new Set(checks.flatMap((check) => check.rules))
  const open = rules.filter(({ id, unjudged }) => judged.has(id) === (unjudged !== undefined))
  expect(open.map(({ id }) => id)).toEqual([])
})

test('every check has an id of its own, names a rule and has the level of its rules', () => {
  const ids = checks.map(({ id }) => id)
  expect(
    ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)),
  ).toEqual([])
  expect(checks.filter((check) => check.rules.length === 0)).toEqual([])
  const levels = new Map(rules.map(({ id, level }) => [id, level]))
  const stricter = checks.filter(
    (check) => check.level === 'must' && !check.rules.some((rule) => levels.get(rule) === 'must'),
  )
  expect(stricter.map(({ id }) => id)).toEqual([])
})

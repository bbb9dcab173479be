import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelays } from '../../../mock/deliveries/schedule'
import { labelsOf, type MadeAttempt, marksOf } from '../../../mock/inspector/detail/schedule'

const begin = Date.UTC(2026, 10, 21, 3)
const iso = (after: number) => new Date(begin + after).toISOString()

test('the ten attempts stand at their times: made, due and planned', () => {
  const attempts: MadeAttempt[] = [
    { attempt: 1, at: iso(0), outcome: 'failed', next: iso(5_000) },
    { attempt: 2, at: iso(5_000), outcome: 'failed', next: iso(290_000) },
  ]
  const marks = marksOf(attempts, retryDelays)
  expect(marks.map(({ state }) => state)).toEqual([
    'failed',
    'failed',
    'due',
    ...Array<string>(7).fill('planned'),
  ])
  expect(marks.slice(0, 5).map(({ after }) => after)).toEqual([0, 5_000, 290_000, 2_090_000, 9_290_000])
})

test('after a delivery that was accepted or given up nothing is planned', () => {
  for (const outcome of ['delivered', 'abandoned'] as const) {
    expect(marksOf([{ attempt: 1, at: iso(0), outcome }], retryDelays)).toEqual([
      { attempt: 1, after: 0, state: outcome },
    ])
  }
})

test('an attempt by hand leaves the schedule as it is', () => {
  const marks = marksOf(
    [
      { attempt: 1, at: iso(0), outcome: 'failed', next: iso(5_000) },
      { attempt: 2, at: iso(1_000), outcome: 'abandoned', resent: true },
    ],
    retryDelays,
  )
  expect(marks.slice(1, 3)).toEqual([
    { attempt: 2, after: 1_000, state: 'abandoned' },
    { attempt: 2, after: 5_000, state: 'due' },
  ])
})

test('labels name every attempt once, and none stands on another', () => {
  const places = fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 })
    .map((all) => all.sort((one, other) => one - other).map((at, index) => ({ attempt: index + 1, at })))
  fc.assert(
    fc.property(places, (marks) => {
      const labels = labelsOf(marks, 0.1)
      const named = labels.flatMap(({ text }) => {
        const [from = 0, to = from] = text.split('–').map(Number)
        return Array.from({ length: to - from + 1 }, (_, index) => from + index)
      })
      expect(named).toEqual(marks.map(({ attempt }) => attempt))
    }),
  )
})

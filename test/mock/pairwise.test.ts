import { expect, test } from 'vitest'
import { resolveDialect } from '@event-delivery/mock'
import { dialectFields } from '../../generated/dialect'
import { allPairs, dialectOf, fields, pairsOf, pairwiseRows } from '../support/pairwise'

// test/conformance plays each of these dialects and compares it with the dialect that the suite observes.
test('the rows hold every pair of values of two fields', () => {
  const rows = pairwiseRows()
  const open = allPairs()
  for (const row of rows) for (const held of pairsOf(row)) open.delete(held)
  expect([...open]).toEqual([])
  const [most = 0, next = 0] = fields
    .map((field) => dialectFields[field].samples.length)
    .sort((a, b) => b - a)
  // No fewer rows than `most * next` can hold every pair of the two fields that have the most samples. The other fields want some more.
  expect(rows.length).toBeLessThanOrEqual(1.5 * most * next)
})

test('each row is a dialect, and together they know every field', () => {
  for (const row of pairwiseRows()) expect(resolveDialect(dialectOf(row))).toMatchObject(dialectOf(row))
  expect([...fields].sort()).toEqual(Object.keys(resolveDialect()).sort())
})

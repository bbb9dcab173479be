import { expect, test } from 'vitest'
import { resolveDialect } from '@event-delivery/mock'
import { allPairs, dialectOf, fields, pairsOf, pairwiseRows } from '../support/pairwise'

// test/conformance plays each of these dialects and compares it with the dialect that the suite observes.
test('the rows hold every pair of values of two fields', () => {
  const rows = pairwiseRows()
  const open = allPairs()
  for (const row of rows) for (const held of pairsOf(row)) open.delete(held)
  expect([...open]).toEqual([])
  expect(rows.length).toBeLessThanOrEqual(30)
})

test('each row is a dialect, and together they know every field', () => {
  for (const row of pairwiseRows()) expect(resolveDialect(dialectOf(row))).toMatchObject(dialectOf(row))
  expect([...fields].sort()).toEqual(Object.keys(resolveDialect()).sort())
})

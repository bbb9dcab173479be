import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorAt, positionOf, type CursorScope } from '../../mock/http/cursor'
import { Sequence } from '../../mock/store/sequence'

const change = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'add' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat(40) }) },
)
const query = fc.record({
  limit: fc.integer({ min: 1, max: 10 }),
  after: fc.option(fc.nat(45), { nil: undefined }),
  order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
})

test('a page holds the items that a scan would find, after any removals', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), query, (changes, { limit, after, order }) => {
      const sequence = new Sequence<number>()
      let kept: number[] = []
      let last = 0
      for (const step of changes) {
        if (step.kind === 'add') kept.push(sequence.add(++last))
        else {
          sequence.remove(step.at)
          kept = kept.filter((position) => position !== step.at)
        }
      }
      const rest = kept.filter(
        (position) => after === undefined || (order === 'oldest-first' ? position > after : position < after),
      )
      if (order === 'newest-first') rest.reverse()
      const items = rest.slice(0, limit)
      expect(sequence.page({ limit, after, order })).toEqual(
        rest.length > limit ? { items, next: items.at(-1) } : { items },
      )
      expect(sequence.size).toBe(kept.length)
    }),
    { numRuns: 1_000 },
  )
})

test('dropping items at the front leaves the positions of the others unchanged', () => {
  const sequence = new Sequence<number>()
  for (let item = 1; item <= 20_000; item++) sequence.add(item)
  for (let item = 1; item <= 15_000; item++) sequence.remove(item)
  expect(sequence.page({ limit: 2, order: 'oldest-first' })).toEqual({
    items: [15_001, 15_002],
    next: 15_002,
  })
  expect(sequence.page({ limit: 2, after: 15_002, order: 'newest-first' })).toEqual({ items: [15_001] })
  expect(sequence.page({ limit: 2, after: 19_998, order: 'oldest-first' })).toEqual({
    items: [19_999, 20_000],
  })
})

const scopes: fc.Arbitrary<CursorScope> = fc.record({
  list: fc.constantFrom('events' as const, 'webhooks' as const),
  mode: fc.constantFrom('live' as const, 'test' as const),
  order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
  epoch: fc.constantFrom('1.2', '1.3'),
})

test('a cursor leads to its position in its own scope, and is none when it is changed or elsewhere', () => {
  fc.assert(
    fc.property(
      scopes,
      scopes,
      fc.nat(1e9),
      fc.nat(30),
      fc.constantFrom(...'0az-_'),
      (scope, other, position, at, sign) => {
        const cursor = cursorAt(position, scope)
        expect(cursor.length).toBeLessThan(30)
        expect(positionOf(cursor, scope)).toBe(position)
        const isSame = JSON.stringify(scope) === JSON.stringify(other)
        expect(positionOf(cursor, other)).toBe(isSame ? position : undefined)
        const index = 4 + (at % (cursor.length - 4))
        const changed = cursor.slice(0, index) + sign + cursor.slice(index + 1)
        if (changed !== cursor) expect(positionOf(changed, scope)).toBeUndefined()
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a cursor of the order by ids holds any id', () => {
  const scope = { list: 'events', mode: 'live', order: 'by-id', epoch: '1' } as const
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (id) => {
      expect(positionOf(cursorAt(id, scope), scope)).toBe(id)
    }),
  )
})

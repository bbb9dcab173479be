import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TextIndex } from '../../mock/store/text-index'

interface Named {
  name: string
  value: number
}

// Few names, so that items are replaced, removed and added again, and many rounds, so that room is made several times.
const step = fc.record({
  name: fc.oneof(fc.nat(60).map(String), fc.string({ unit: 'binary', maxLength: 3 })),
  act: fc.constantFrom('set', 'set', 'set', 'delete'),
})

it('finds what a map of the engine finds, in the same order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const index = new TextIndex<Named>(({ name }) => name)
      const map = new Map<string, Named>()
      for (const [value, { name, act }] of steps.entries()) {
        if (act === 'delete') {
          index.delete(name)
          map.delete(name)
        } else {
          const item = { name, value }
          index.set(name, item)
          map.set(name, item)
        }
        expect(index.get(name)).toBe(map.get(name))
      }
      for (const { name } of steps) expect(index.get(name)).toBe(map.get(name))
      expect(index.all()).toEqual([...map.values()])
    }),
    { numRuns: 30 },
  )
})

it('finds each of a hundred thousand items, and none that was removed', () => {
  const index = new TextIndex<Named>(({ name }) => name)
  const items = Array.from({ length: 100_000 }, (_, value) => ({ name: `item-${value}`, value }))
  for (const item of items) index.set(item.name, item)
  for (const { name, value } of items) if (value % 3 === 0) index.delete(name)
  for (const item of items)
    if (index.get(item.name) !== (item.value % 3 === 0 ? undefined : item)) throw new Error(item.name)
  expect(index.all()).toHaveLength(66_666)
})

it('goes on where as many items are removed as are added', () => {
  const index = new TextIndex<Named>(({ name }) => name)
  for (let value = 0; value < 20_000; value++) {
    index.set(`item-${value}`, { name: `item-${value}`, value })
    index.delete(`item-${value - 10}`)
  }
  expect(index.all().map(({ value }) => value)).toEqual(Array.from({ length: 10 }, (_, at) => 19_990 + at))
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutFor, rowHeight, windowOf } from '../../../mock/inspector/list/position'

const viewport = fc.integer({ min: 100, max: 2_000 })

test('a row that is held stands where it stood, however many come above or go', () => {
  fc.assert(
    fc.property(
      fc.nat(20_000),
      fc.nat(20_000),
      viewport,
      fc.integer({ min: -40, max: 1_900 }),
      (count, index, height, offset) => {
        const layout = layoutFor(Math.max(count, index + 1), height, { index, offset })
        expect(layout.pad + index * rowHeight - layout.scrollTop).toBe(offset)
        // A browser scrolls no further than the height lets it.
        expect(layout.scrollTop).toBeGreaterThanOrEqual(0)
        expect(layout.scrollTop).toBeLessThanOrEqual(layout.height - height)
      },
    ),
  )
})

test('no more than a screenful of rows is drawn, and none in sight is missing', () => {
  fc.assert(
    fc.property(fc.nat(20_000), viewport, fc.nat(1_000_000), fc.nat(500), (count, height, scrollTop, pad) => {
      const { first, last } = windowOf(count, height, { pad, scrollTop })
      expect(last - first).toBeLessThanOrEqual(height / rowHeight + 10)
      for (let index = 0; index < count; index += 97) {
        const top = pad + index * rowHeight - scrollTop
        if (top + rowHeight > 0 && top < height) expect(index >= first && index < last).toBe(true)
      }
    }),
  )
})

test('without a row to hold, the newest rows are in sight', () => {
  expect(layoutFor(3, 500)).toEqual({ pad: 0, scrollTop: 0, height: 3 * rowHeight })
})

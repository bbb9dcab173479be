import { expect, test } from 'vitest'
import { didYouMean, nearest } from '../../src/core/nearest'

test('the nearest name is the one of which the fewest letters differ, in whatever case they are written', () => {
  expect(nearest('LIST_ORDER', ['lastPage', 'listOrder'])).toBe('listOrder')
  expect(didYouMean('--limt', ['--limit', '--all'])).toBe(' Did you mean --limit?')
  expect(didYouMean('--colour', ['--limit', '--all'])).toBe('')
})

test('of a long word only the beginning is compared, so that it holds nobody up', () => {
  const letters = { read: 0 }
  const written = new Proxy(new String('x'.repeat(200_000)), {
    get: (text, name) => {
      const value = Reflect.get(text, name) as unknown
      if (name !== 'slice') return typeof value === 'function' ? (value.bind(text) as unknown) : value
      return (from: number, to: number) => {
        letters.read = to - from
        return text.slice(from, to)
      }
    },
  })
  expect(nearest(written as never as string, ['limit'])).toBe('limit')
  expect(letters.read).toBeLessThan(1_000)
})

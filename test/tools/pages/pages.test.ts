import { expect, test } from 'vitest'
import { makePages } from './pages'

for (const { path, current, wanted } of await makePages()) {
  test(`${path} says what the suite says`, () => {
    expect(current, '`npm run generate` makes it anew').toBe(wanted)
  })
}

// A setup file of vitest. An AsyncLocalStorage that is in use follows every promise of its process, which on Node 20 makes each up to six
// times as slow, also those of the files that come after. Playwright leaves its own in use, so that each file ends all that it began to use.
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll } from 'vitest'

const used = new Set<AsyncLocalStorage<unknown>>()

for (const name of ['run', 'enterWith'] as const) {
  const original = AsyncLocalStorage.prototype[name] as (...values: unknown[]) => unknown
  const noted = function (this: AsyncLocalStorage<unknown>, ...values: unknown[]) {
    used.add(this)
    return original.apply(this, values)
  }
  Object.assign(AsyncLocalStorage.prototype, { [name]: noted })
  afterAll(() => void Object.assign(AsyncLocalStorage.prototype, { [name]: original }))
}

afterAll(() => used.forEach((storage) => storage.disable()))

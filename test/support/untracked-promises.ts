// A setup file of vitest. An AsyncLocalStorage that is in use follows every promise of its process, which on Node 20 makes each up to six
// times as slow, also those of the files that come after. Playwright leaves its own in use, so that each file ends all that it began to use.
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll } from 'vitest'

const used = new Set<AsyncLocalStorage<unknown>>()
const { run } = AsyncLocalStorage.prototype

AsyncLocalStorage.prototype.run = function (...values: Parameters<typeof run>) {
  used.add(this)
  return run.apply(this, values)
}
afterAll(() => {
  AsyncLocalStorage.prototype.run = run
  used.forEach((storage) => storage.disable())
})

import { createDispatcher, type DeliveryAttempt, type Dispatcher } from './deliveries/dispatcher'
import { Journal } from './journal'
import { storedKey, type KeyInput } from './keys'
import { createRateLimiter, type RateLimiter } from './rate-limit'
import { plantSeed, type Seed } from './seed'
import type { Settings } from './settings'
import type { Store } from './store/store'

/** One set of data with what works on it. A backend that keeps sessions apart has several. */
export interface State {
  store: Store
  limiter: RateLimiter
  dispatcher: Dispatcher
  journal: Journal<DeliveryAttempt>
  /** Back to the keys and the seed that it began with. */
  reset(): Promise<void>
}

/** What a state begins with. */
export interface StateOptions {
  settings: Settings
  store: Store
  fetch: typeof fetch
  keys: readonly KeyInput[]
  seed: Seed
}

/** A state that holds nothing yet: `reset` gives it its keys and seed. */
export function createState({ settings, store, fetch, keys, seed }: StateOptions): State {
  const journal = new Journal<DeliveryAttempt>(settings.limits.journal)
  const limiter = createRateLimiter(settings.plan.rate)
  const dispatcher = createDispatcher({ settings, store, journal, fetch })
  return {
    store,
    limiter,
    dispatcher,
    journal,
    async reset() {
      await store.reset()
      journal.clear()
      limiter.reset()
      for (const key of keys) await store.addKey(storedKey(key, settings))
      await plantSeed(seed, store, settings)
    },
  }
}

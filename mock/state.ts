import { createDispatcher, type DeliveryAttempt, type Dispatcher } from './deliveries/dispatcher'
import type { Fault } from './faults/fault'
import { createFaults, type Faults } from './faults/registry'
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
  faults: Faults
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
  faults: readonly Fault[]
}

/** A state that holds nothing yet: `reset` gives it its keys and seed. */
export function createState({
  settings,
  store,
  fetch,
  keys,
  seed,
  faults: initialFaults,
}: StateOptions): State {
  const journal = new Journal<DeliveryAttempt>(settings.limits.journal)
  const limiter = createRateLimiter(settings.plan.rate)
  const faults = createFaults(settings.random)
  const dispatcher = createDispatcher({ settings, store, journal, faults, fetch })
  return {
    store,
    limiter,
    dispatcher,
    journal,
    faults,
    async reset() {
      dispatcher.reset()
      faults.clear()
      for (const fault of initialFaults) faults.add(fault)
      await store.reset()
      journal.clear()
      limiter.reset()
      for (const key of keys) await store.addKey(storedKey(key, settings))
      await plantSeed(seed, store, settings)
    },
  }
}

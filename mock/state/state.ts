import { createDispatcher, type Dispatcher } from '../deliveries/dispatcher'
import type { Fault } from '../faults/fault'
import { createFaults, type Faults } from '../faults/registry'
import { createRecord, type RecordOfState } from '../journal/journal'
import type { KeyInput } from '../access/keys'
import { createRateLimiter, type RateLimiter } from '../access/rate-limit'
import { plantSeed } from './plant-seed'
import type { Seed } from './seed'
import { catchUp, timeOf } from './snapshot'
import type { Settings } from '../settings/settings'
import type { Store } from '../store/store'

/** One set of data with what works on it. A backend that keeps sessions apart has several. */
export interface State {
  store: Store
  limiter: RateLimiter
  dispatcher: Dispatcher
  record: RecordOfState
  faults: Faults
  /** While all data is being replaced: when that will be done. Rejects where it failed. */
  readonly changing: Promise<void> | undefined
  /** Back to the keys and the seed that it began with. */
  reset(): Promise<void>
  /** Puts this in place of all data. Faults stay. A clock that is behind it is moved there, unless told otherwise. */
  restore(seed: Seed, movesClock?: boolean): Promise<void>
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
  const record = createRecord(settings.limits.journal)
  const limiter = createRateLimiter(settings.plan.rate)
  const faults = createFaults(settings.random)
  const dispatcher = createDispatcher({ settings, store, report: record.delivery, faults, fetch })

  let changing: Promise<void> | undefined

  async function replace(data: Seed, movesClock: boolean) {
    // What was pending is gone before time moves: none of it falls due.
    dispatcher.reset()
    await store.reset()
    record.clear()
    limiter.reset()
    const now = movesClock ? timeOf(data, settings) : settings.clock.now()
    await plantSeed(data, keys, store, settings, now)
    if (movesClock) await catchUp(now, settings)
    dispatcher.wake()
  }

  // One after the other: of two at once each would find data of the other.
  function restore(data: Seed, movesClock = true): Promise<void> {
    const change = (changing ?? Promise.resolve()).catch(() => {}).then(() => replace(data, movesClock))
    const ended = () => {
      if (changing === change) changing = undefined
    }
    changing = change
    change.then(ended, () => {})
    return change
  }

  return {
    store,
    limiter,
    dispatcher,
    record,
    faults,
    get changing() {
      return changing
    },
    async reset() {
      faults.clear()
      for (const fault of initialFaults) faults.add(fault)
      await restore(seed)
    },
    restore,
  }
}

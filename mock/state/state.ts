import type { KeyInput } from '../access/keys'
import { createRateLimiter, type RateLimiter } from '../access/rate-limit'
import { createDispatcher, type Dispatcher } from '../deliveries/dispatcher'
import type { Forwards } from '../deliveries/forwards'
import type { Fault } from '../faults/fault'
import { createFaults, type Faults } from '../faults/registry'
import { createJournal, type Journal, type JournalEntry } from '../journal/journal'
import type { Settings } from '../settings/settings'
import type { Store } from '../store/store'
import { plantSeed } from './plant-seed'
import type { Seed } from './seed'
import { catchUp, timeOf } from './snapshot'

/** One set of data, with the parts that work on it. A backend has one state for each session. */
export interface State {
  store: Store
  rateLimiter: RateLimiter
  dispatcher: Dispatcher
  journal: Journal
  faults: Faults
  /** Settles when the running replacement of all data is done. Absent when none is running. */
  readonly changing: Promise<void> | undefined
  /** Returns to the keys, the seed and the faults of the options. */
  reset(): Promise<void>
  /** Replaces all data by a seed. Faults stay. With `movesClock`, the default, a clock behind the seed is moved there. */
  restore(seed: Seed, movesClock?: boolean): Promise<void>
}

/** The parts and the first data of a state. */
export interface StateOptions {
  settings: Settings
  store: Store
  fetch: typeof fetch
  forwards?: Forwards
  keys: readonly KeyInput[]
  seed: Seed
  faults: readonly Fault[]
  /** Gets each entry of the journal when it is added. */
  onEntry?: (entry: JournalEntry) => void
}

/** Makes an empty state. `reset` gives it its keys, seed and faults. */
export function createState(options: StateOptions): State {
  const { settings, store, fetch, forwards, keys, seed, onEntry } = options
  const { clock, limits, logger } = settings
  const journal = createJournal({ capacity: limits.journal, clock, logger, onEntry })
  const rateLimiter = createRateLimiter(settings.plan.rate)
  const faults = createFaults(settings.random)
  const report = journal.addDelivery
  const dispatcher = createDispatcher({ settings, store, report, faults, fetch, forwards })

  let changing: Promise<void> | undefined

  async function replace(data: Seed, movesClock: boolean) {
    // The deliveries of the old data are dropped before time moves, so that none of them falls due.
    dispatcher.reset()
    await store.reset()
    journal.clear()
    rateLimiter.reset()
    const now = movesClock ? timeOf(data, settings) : settings.clock.now()
    await plantSeed(data, keys, store, settings, now)
    if (movesClock) await catchUp(now, settings)
    dispatcher.wake()
  }

  // Replacements run one after the other: two at once would find each other's data in the store.
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
    rateLimiter,
    dispatcher,
    journal,
    faults,
    get changing() {
      return changing
    },
    async reset() {
      faults.clear()
      for (const fault of options.faults) faults.add(fault)
      await restore(seed)
    },
    restore,
  }
}

import type { KeyInput } from '../access/keys'
import type { DeliveryAttempt } from '../deliveries/attempt'
import { createDispatcher, type Dispatcher } from '../deliveries/dispatcher'
import type { Forwards } from '../deliveries/forwards'
import type { Fault } from '../faults/fault'
import { createFaults, type Faults } from '../faults/registry'
import { drawTogether } from '../faults/shared-faults'
import { createKnownSecrets, type KnownSecrets } from '../journal/known-secrets'
import { createJournal, type EntryOutline, type Journal, type JournalEntry } from '../journal/journal'
import { MemoryShare } from '../settings/memory'
import type { Settings } from '../settings/settings'
import type { Store } from '../store/store'
import { followStore } from './follow-store'
import { contentOf } from './plant-seed'
import type { Seed } from './seed'
import { catchUp, timeOf } from './snapshot'

/** A set of data, with the parts that work on it. A backend has one state for each session. */
export interface State {
  store: Store
  dispatcher: Dispatcher
  journal: Journal
  /** The keys and secrets that the journal hides although no pattern finds them. */
  secrets: KnownSecrets
  faults: Faults
  /** The bytes that journal and store hold in the memory of this process. */
  readonly bytes: number
  /** Resolves when all that was changed in this process is written where other processes find it. */
  shared(): Promise<void>
  /** Whether this state planted the first data of its store, once it is open. */
  readonly planted: boolean
  /** Settles when the running replacement of all data is done. Absent when none is running. */
  readonly changing: Promise<void> | undefined
  /** Makes the store ready, and plants the keys and the seed of the options where it holds no data yet. */
  open(): Promise<void>
  /** Returns to the keys, the seed and the faults of the options. */
  reset(): Promise<void>
  /**
   * Replaces all data by a seed. Requests wait from now on, also for a seed that is still being read. Faults stay. With
   * `movesClock`, the default, a clock behind the seed is moved there.
   */
  restore(seed: Seed | Promise<Seed>, movesClock?: boolean): Promise<void>
  /** Ends all deliveries and the use of the store. */
  close(): Promise<void>
}

/** The parts and the first data of a state. */
export interface StateOptions {
  settings: Settings
  store: Store
  fetch: typeof fetch
  forwards?: Forwards
  /** Whether this process sends deliveries. */
  delivers: boolean
  /** The keys to begin with, where the seed names none. */
  keys(): readonly KeyInput[]
  seed: Seed
  faults: readonly Fault[]
  /** The journal hides the token of the control routes, too. */
  controlToken?: string
  /** Gets the entries of the journal that `wantsEntry` asks for, when they are added. */
  onEntry?: (entry: JournalEntry) => void
  wantsEntry?: (entry: EntryOutline) => boolean
}

/** Makes an empty state. `reset` gives it its keys, seed and faults. */
export function createState(options: StateOptions): State {
  const { settings, store, fetch, forwards, seed, onEntry, wantsEntry } = options
  const { clock, limits, logger } = settings
  const memory = new MemoryShare(settings.memory)
  const secrets = createKnownSecrets()
  if (options.controlToken !== undefined) secrets.learn(options.controlToken)
  const journal = createJournal({ capacity: limits.journal, clock, logger, secrets, onEntry, wantsEntry })
  const endHold = memory.hold(journal, 'journal')
  const ownFaults = createFaults(settings.random, ({ id, kind, hits }) =>
    journal.addNotice(
      'fault-spent',
      `The fault ${id} (${kind}) has struck ${hits} times, as often as it may, and is in force no more.`,
    ),
  )
  const { sharing } = store
  const faults = sharing ? drawTogether(ownFaults, sharing) : ownFaults
  const report = (attempt: DeliveryAttempt) => {
    journal.addDelivery(attempt)
    settings.metrics?.delivery({ outcome: attempt.outcome, seconds: attempt.duration / 1_000 })
    memory.balance()
  }
  const onDisabled = (webhookId: string) =>
    journal.addNotice(
      'webhook-disabled',
      `The webhook ${webhookId} was disabled, because its receiver answered 410: it gets no further delivery.`,
    )
  const delivering = {
    settings,
    store,
    report,
    faults,
    onDisabled,
    fetch,
    forwards,
    delivers: options.delivers,
  }
  const dispatcher = createDispatcher(delivering)
  const follower =
    sharing && followStore(sharing, { clock, forwards, faults: ownFaults, dispatcher, journal, logger })

  const dialect = JSON.stringify(settings.dialect)
  let changing: Promise<void> | undefined
  let forgotten = 0
  let planted = false
  let opened: 'not yet' | 'failed' | 'yes' = 'not yet'
  let hasFaults = false
  const faultsOfOptions: string[] = []

  // A notice for each event would fill the journal, so there is one whenever their number has doubled.
  function onForgotten(events: number) {
    const before = forgotten
    forgotten += events
    if (before > 0 && Math.log2(before) >= Math.floor(Math.log2(forgotten))) return
    const message = `${forgotten} old events were forgotten so far, because memory is short. maxMemory (--max-memory) raises the bound.`
    journal.addNotice('events-dropped', message)
  }

  function addFaults() {
    for (const fault of options.faults) faultsOfOptions.push(faults.add(fault).id)
  }

  /** Lets the journal hide the keys and secrets of some data, also where they are written in unusual letters. */
  function learn({ keys = options.keys(), webhooks = [] }: Seed) {
    for (const { key } of keys) secrets.learn(key)
    for (const { secret } of webhooks) if (secret !== undefined) secrets.learn(secret)
  }

  async function plant() {
    // A restoration may ask for the opening once more while it is under way.
    if (opened === 'yes') return
    learn(seed)
    const content = async () => {
      const now = timeOf(seed, settings)
      await catchUp(now, settings)
      return contentOf(seed, options.keys(), settings, now)
    }
    const shared = () => follower?.writeSettings() ?? {}
    planted = await store.open({ dialect, now: clock.now, content, settings: shared, memory, onForgotten })
    // A store that others share has the faults that it was begun with, and those that were added to it later.
    if (!planted && sharing) for (const id of faultsOfOptions.splice(0)) ownFaults.remove(id)
    await follower?.begin()
    dispatcher.wake()
  }

  async function replace(given: Seed | Promise<Seed>, movesClock: boolean) {
    const data = await given
    // The deliveries of the old data are given up before time moves, so that none of them falls due.
    dispatcher.reset()
    learn(data)
    const now = movesClock ? timeOf(data, settings) : settings.clock.now()
    try {
      await store.replace(contentOf(data, options.keys(), settings, now))
      journal.clear()
      follower?.announce()
      if (movesClock) await catchUp(now, settings)
    } finally {
      dispatcher.wake()
    }
  }

  // Changes run one after the other: two at once would find each other's data in the store.
  function change(work: () => Promise<void>): Promise<void> {
    const running = (changing ?? Promise.resolve()).catch(() => {}).then(work)
    const ended = () => {
      if (changing === running) changing = undefined
    }
    changing = running
    running.then(ended, ended)
    return running
  }

  function open(): Promise<void> {
    if (!hasFaults) addFaults()
    hasFaults = true
    const opening = change(plant)
    opening.then(
      () => (opened = 'yes'),
      () => (opened = 'failed'),
    )
    return opening
  }

  async function restore(data: Seed | Promise<Seed>, movesClock = true) {
    // A seed that turns out to be wrong while the store opens is reported by the change below, and not as unhandled.
    if (data instanceof Promise) data.catch(() => {})
    if (opened !== 'yes') await open()
    await change(() => replace(data, movesClock))
  }

  return {
    store,
    dispatcher,
    journal,
    secrets,
    faults,
    get bytes() {
      return memory.held
    },
    shared: async () => follower?.written(),
    get planted() {
      return planted
    },
    // A store that could not be opened is opened again by the next request, which shows the failure if there is one.
    get changing() {
      return changing ?? (opened === 'failed' ? open() : undefined)
    },
    open,
    async reset() {
      faults.clear()
      addFaults()
      await restore(seed)
    },
    restore,
    async close() {
      journal.close()
      endHold()
      follower?.end()
      // Claims are given back before the store is closed.
      await dispatcher.close()
      await store.close()
    },
  }
}

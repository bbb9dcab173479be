import type { KeyInput } from '../access/keys'
import { Dispatcher, type DispatcherOptions } from '../deliveries/dispatcher'
import type { ActiveFault, Fault } from '../faults/fault'
import { Faults } from '../faults/registry'
import { createOperationRouter, type OperationRouter } from '../http/router'
import { createWording, type Wording } from '../http/wording'
import { KnownSecrets } from '../journal/redaction'
import { Journal, type EntryOutline, type JournalEntry } from '../journal/journal'
import { createMemory, type Memory } from '../settings/memory'
import type { Settings } from '../settings/settings'
import type { Store } from '../store/store'
import { followStore } from './follow-store'
import { contentOf } from './plant-seed'
import type { Seed } from './seed'
import { catchUp, timeOf } from './snapshot'

/** The parts and the first data of a state. */
export interface StateOptions extends Pick<
  DispatcherOptions,
  'settings' | 'store' | 'delivers' | 'fetch' | 'signWith' | 'forwards'
> {
  /** Bytes of the backend's memory that store and journal may hold together. All of it unless given. */
  memory?: number
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

/** A set of data, with the parts that work on it. A backend has one state for each session. */
export class State {
  readonly settings: Settings
  readonly store: Store
  readonly router: OperationRouter
  readonly wording: Wording
  readonly dispatcher: Dispatcher
  readonly journal: Journal
  /** The keys and secrets that the journal hides although no pattern finds them. */
  readonly secrets = new KnownSecrets()
  readonly faults: Faults
  readonly #memory: Memory
  readonly #releaseJournal: () => void
  /** Absent where no other process shares the store. */
  readonly #follower: ReturnType<typeof followStore> | undefined
  readonly #faultsOfOptions: string[] = []
  #isOpen = false
  /** The last opening that failed. */
  #failed: Promise<void> | undefined
  #planted = false
  /**
   * The opening of the store or the replacement of all data that is under way, or the opening that failed. Absent while requests may be
   * answered at once.
   */
  changing: Promise<void> | undefined
  /** How many events were forgotten because memory was short. */
  #forgotten = 0

  /** Makes a state whose store is not open yet. Throws a `DialectError` for a dialect that moves two operations to one place. */
  constructor(private readonly options: StateOptions) {
    const { settings, store, fetch, signWith, forwards, delivers, controlToken, onEntry, wantsEntry } =
      options
    const { clock, limits, logger, random } = settings
    const { sharing } = store
    this.settings = settings
    this.router = createOperationRouter(settings.dialect)
    this.wording = createWording(settings)
    this.store = store
    if (controlToken !== undefined) this.secrets.learn(controlToken)
    const { secrets } = this
    const memory = createMemory(options.memory ?? settings.memory.limit, settings.memory)
    this.#memory = memory
    const listening = { onEntry, wantsEntry }
    this.journal = new Journal({ capacity: limits.journal, clock, logger, secrets, memory, ...listening })
    this.#releaseJournal = memory.register(this.journal, 'journal')
    this.faults = new Faults({ random, sharing, onSpent: (fault) => this.#onSpent(fault) })
    this.dispatcher = new Dispatcher({
      ...{ settings, store, fetch, signWith, forwards, delivers, faults: this.faults },
      journal: this.journal,
      redact: (text) => secrets.redact(text),
      onDisabled: (webhookId) => this.#onDisabled(webhookId),
    })
    const { faults, dispatcher, journal } = this
    this.#follower = sharing && followStore(sharing, { clock, forwards, faults, dispatcher, journal, logger })
    this.#addFaults()
  }

  /** The bytes that journal and store hold in the memory of this process. */
  get bytes(): number {
    return this.#memory.bytes
  }

  /** Whether this state planted the first data of its store, once it is open. */
  get planted(): boolean {
    return this.#planted
  }

  /** This state, once requests may be answered. A store that could not be opened is opened again. Rejects where that fails. */
  async ready(): Promise<State> {
    while (this.changing) await (this.changing === this.#failed ? this.open() : this.changing)
    return this
  }

  /** Resolves when all that was changed in this process is written where other processes find it. */
  async shared(): Promise<void> {
    await this.#follower?.written()
  }

  /** Makes the store ready, and plants the keys and the seed of the options where it holds no data yet. */
  open(): Promise<void> {
    return this.#change(() => this.#plant())
  }

  /** Returns to the keys, the seed and the faults of the options. */
  async reset(): Promise<void> {
    this.faults.clear()
    this.#addFaults()
    await this.restore(this.options.seed)
  }

  /**
   * Replaces all data by a seed. Requests wait from now on, also for a seed that is still being read. Faults stay. A clock behind
   * the seed is moved there.
   */
  async restore(seed: Seed | Promise<Seed>): Promise<void> {
    // A seed that turns out to be wrong while the store opens is reported by the change below, and not as unhandled.
    if (seed instanceof Promise) seed.catch(() => {})
    if (!this.#isOpen) await this.open()
    await this.#change(() => this.#replace(seed))
  }

  /** Ends all deliveries and the use of the store. */
  async close(): Promise<void> {
    this.journal.close()
    this.#releaseJournal()
    this.#follower?.end()
    // Claims are given back, and the last changes of settings written, before the store is closed.
    await this.dispatcher.close()
    await this.shared().catch(() => {})
    await this.store.close()
  }

  // Changes run one after the other: two at once would find each other's data in the store.
  #change(work: () => Promise<void>): Promise<void> {
    const running = (this.changing ?? Promise.resolve()).catch(() => {}).then(work)
    const ended = () => {
      if (this.changing !== running) return
      if (this.#isOpen) this.changing = undefined
      else this.#failed = running
    }
    this.changing = running
    running.then(ended, ended)
    return running
  }

  async #plant(): Promise<void> {
    // A restoration may ask for the opening once more while it is under way.
    if (this.#isOpen) return
    const { seed, keys } = this.options
    const { settings } = this
    this.#learn(seed)
    this.#planted = await this.store.open({
      dialect: JSON.stringify(settings.dialect),
      now: () => settings.clock.now(),
      content: async () => {
        const now = timeOf(seed, settings)
        await catchUp(now, settings)
        return contentOf(seed, keys(), settings, now)
      },
      settings: () => this.#follower?.writeSettings() ?? {},
      memory: this.#memory,
      onForgotten: (events) => this.#onForgotten(events),
    })
    // A store that others share has the faults that it was begun with, and those that were added to it later.
    if (!this.#planted && this.store.sharing) {
      for (const id of this.#faultsOfOptions.splice(0)) this.faults.remove(id)
    }
    await this.#follower?.begin()
    this.#isOpen = true
    this.dispatcher.wake()
  }

  async #replace(seed: Seed | Promise<Seed>): Promise<void> {
    const { keys } = this.options
    const { settings } = this
    const data = await seed
    // The deliveries of the old data are given up before time moves, so that none of them falls due.
    this.dispatcher.reset()
    this.#learn(data)
    const now = timeOf(data, settings)
    try {
      await this.store.replace(contentOf(data, keys(), settings, now))
      this.journal.clear()
      this.#follower?.announce()
      await catchUp(now, settings)
    } finally {
      this.dispatcher.wake()
    }
  }

  #addFaults(): void {
    for (const fault of this.options.faults) this.#faultsOfOptions.push(this.faults.add(fault).id)
  }

  /** Lets the journal hide the keys and secrets of some data, also where they are written in unusual letters. */
  #learn({ keys = this.options.keys(), webhooks = [] }: Seed): void {
    for (const { key } of keys) this.secrets.learn(key)
    for (const { secret } of webhooks) if (secret !== undefined) this.secrets.learn(secret)
  }

  #onDisabled(webhookId: string): void {
    const message = `The webhook ${webhookId} was disabled, because its receiver answered 410: it gets no further delivery.`
    this.journal.addNotice('webhook-disabled', message)
  }

  #onSpent({ id, kind, hits }: ActiveFault): void {
    const message = `The fault ${id} (${kind}) has occurred ${hits} times, as often as it may, and is in force no more.`
    this.journal.addNotice('fault-spent', message)
  }

  // A notice for each event would fill the journal, so there is one whenever their number has doubled.
  #onForgotten(events: number): void {
    const before = this.#forgotten
    this.#forgotten += events
    if (before > 0 && Math.log2(before) >= Math.floor(Math.log2(this.#forgotten))) return
    const message = `${this.#forgotten} old events were forgotten so far, because memory is short. maxMemory (--max-memory) raises the bound.`
    this.journal.addNotice('events-dropped', message)
  }
}

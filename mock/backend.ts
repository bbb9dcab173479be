import type { CompleteDialect, Dialect } from '../generated/dialect'
import { checkOptions, type BackendOptions } from './backend-options'
import { builtInKeys, randomKeys, replaceKeys, type KeyInput } from './access/keys'
import { weaknessOf } from './access/token'
import { deferControl } from './control/deferred-control'
import { createProbes, onlyDelivers, probeOf } from './control/probes'
import type { DeliveryAttempt } from './deliveries/attempt'
import { createForwards, forwardingFetch, type Forwards } from './deliveries/forwards'
import { stillUnderWay, usualWait } from './deliveries/idle'
import { parseFault } from './faults/parse'
import type { Faults } from './faults/registry'
import { toResponse, type Answer } from './http/answer'
import { arrivalOf, completeFor, type Peer, type RequestHandler } from './http/arrival'
import { controlRoot, iconPath, isRead, noIcon } from './http/front-page'
import { errorAnswer } from './http/refusal'
import { bodyReader, type BodyReader } from './http/request-body'
import { recordOfRefused, type RefusedRequest } from './journal/refused-request'
import { Service } from './operations/service'
import { isControllable, type Clock } from './settings/clock'
import { createClock } from './settings/movable-clock'
import { resolveDialect } from './settings/dialect'
import { createRandom, type Random } from './settings/random'
import type { Role } from './settings/role'
import type { Settings } from './settings/settings'
import { within } from './settings/time-limit'
import { checkedSeed, checkSeedInTurns } from './state/check-seed'
import type { Seed } from './state/seed'
import { branchOf, settingsFor, settingsOf } from './settings/settings-of'
import { Sessions } from './state/sessions'
import { takeSnapshot, type Snapshot } from './state/snapshot'
import { State, type StateOptions } from './state/state'
import { createMemoryStore } from './store/memory-store'
import { refuseRepeating } from './store/sharing'

// A session leaves room for the others: of 512 MiB it holds some 20,000 small events.
const shareOfSession = 1 / 32

/** The reference backend: a function from request to response, and what tests need besides. */
export interface Backend {
  /** Answers a request. Rejects only where a fault resets the connection, with a `TypeError` as the platform's `fetch` does. */
  fetch(request: Request): Promise<Response>
  /**
   * Answers a request for a face that builds its platform's own response. `read` reads the body in the platform's way, and
   * `peer` says what the face knows of the client and a `Request` does not hold.
   */
  answer(request: Request, read?: BodyReader, peer?: Peer): Promise<Answer>
  /** Writes a request into the journal that a face refused by itself, such as one without a Host header. */
  record(refused: RefusedRequest): void
  /**
   * Resolves when no delivery is under way and none is due. Retries that are due later do not count. Rejects with a
   * `DeliveryExpectationError` when that takes longer than `timeout` milliseconds of real time, 3,000 unless given.
   */
  waitForIdle(options?: { timeout?: number }): Promise<void>
  /** The delivery attempts that the journal still holds, oldest first, as they were sent: no key or secret in them is hidden. */
  deliveries(): DeliveryAttempt[]
  /**
   * Forgets all data of the main state, as `POST /__mock/reset` does, and begins again with the keys, the seed and the faults of the
   * options. Clock, forwards and sessions stay.
   */
  reset(): Promise<void>
  /** All data as one JSON document. */
  snapshot(): Promise<Snapshot>
  /** Replaces all data by a snapshot. A clock that is behind, and can be moved, is moved there. Rejects with a `SeedError`. */
  restore(snapshot: Seed): Promise<void>
  /**
   * Prepares the backend for clients of other machines, as `serve` does beyond loopback: where the options and the seed name no keys,
   * random ones take the place of the built-in ones. Rejects with a `TypeError` where `controlToken` is absent or weak.
   */
  expose(): Promise<void>
  /** Whether `expose` has been carried out. */
  readonly exposed: boolean
  /** The bound of all data that is kept, in bytes: that of the options, completed. */
  readonly maxMemory: number
  /** The keys that the main state and each session begin with, where the seed names none. */
  readonly keys: readonly KeyInput[]
  /**
   * Resolves once the store is open, with whether this backend planted the first data there: false where data was found.
   * Rejects with a `StoreMismatchError` or a `StoreUnavailableError`.
   */
  ready(): Promise<boolean>
  /**
   * Begins the end: `/__mock/health` says so, streams of the journal end, and no further delivery is sent. Resolves when those
   * under way have ended. What was not sent is left to other processes that share the store, or to a later start. Requests are
   * still answered.
   */
  drain(): Promise<void>
  /** Ends all deliveries, those under way among them, and the use of the store. */
  close(): Promise<void>
  /** The faults in force. */
  readonly faults: Pick<Faults, 'add' | 'list' | 'spent' | 'remove' | 'clear'>
  /** The clock of the main state: that of the options, or else a `ControllableClock`. */
  readonly clock: Clock
  /** The dialect of the options, completed with the defaults. */
  readonly dialect: CompleteDialect
}

/**
 * Makes a backend that behaves as the interface says, and as the dialect says where the interface is silent. It keeps
 * its data in memory and opens no port. Throws a `DialectError`, `SeedError`, `FaultError`, `TypeError` or `RangeError` for wrong options.
 *
 * @example
 * const backend = createBackend({ plan: 'pro' })
 * const response = await backend.fetch(
 *   new Request('https://mock.test/v1/events', { headers: { authorization: 'Bearer sk_live_mock' } }),
 * )
 */
export function createBackend(options: BackendOptions = {}): Backend {
  const backend = new ReferenceBackend(options)
  // Callers hand on single functions and copies of a backend, so this is an object of functions.
  return {
    fetch: async (request) => toResponse(await backend.answer(request)),
    answer: (request, read, peer) => backend.answer(request, read, peer),
    record: (refused) => backend.record(refused),
    waitForIdle: (waiting) => backend.waitForIdle(waiting),
    deliveries: () => backend.parts.main.journal.deliveries(),
    reset: () => backend.parts.main.reset(),
    async snapshot() {
      const { main, settings } = await backend.opened()
      return takeSnapshot(main.store, settings)
    },
    async restore(snapshot) {
      await backend.parts.main.restore(checkSeedInTurns(snapshot).then(() => snapshot))
    },
    expose: () => backend.expose(),
    get exposed() {
      return backend.exposed
    },
    get maxMemory() {
      return backend.parts.settings.memory.limit
    },
    get keys() {
      return backend.keys
    },
    ready: async () => (await backend.opened()).main.planted,
    drain: () => backend.drain(),
    close: () => backend.parts.sessions.close(),
    get faults() {
      return backend.parts.main.faults
    },
    clock: backend.clock,
    get dialect() {
      return backend.parts.settings.dialect
    },
  }
}

/** The parts of a backend that depend on its dialect, with their data. */
interface Parts {
  settings: Settings
  main: State
  sessions: Sessions
  service: Service
  control: RequestHandler
}

class ReferenceBackend {
  readonly clock: Clock
  keys: readonly KeyInput[]
  exposed = false
  parts: Parts
  readonly #role: Role
  readonly #random: Random
  readonly #seed: Seed
  readonly #forwards: Forwards | undefined
  #isDraining = false

  constructor(private readonly options: BackendOptions) {
    checkOptions(options)
    const { faults = [], store, fetch } = options
    this.#role = options.role ?? 'all'
    this.keys = options.keys ?? builtInKeys
    this.clock = options.clock ?? createClock({ running: true })
    this.#random = options.random ?? createRandom()
    if (store?.sharing) refuseRepeating(this.#random)
    this.#seed = checkedSeed(options.seed ?? {})
    for (const fault of faults) parseFault({ ...fault })
    this.#forwards = options.forwards ?? (fetch ? undefined : createForwards())
    this.parts = this.#makeParts(resolveDialect(options.dialect))
  }

  answer(request: Request, read = bodyReader(request), peer?: Peer): Promise<Answer> {
    const arrival = arrivalOf(request, read, peer)
    const { method, path } = arrival
    const { settings, service, control } = this.parts
    if (this.#role === 'worker' && !probeOf(method, path)) {
      return Promise.resolve(completeFor(arrival, errorAnswer(onlyDelivers(settings))))
    }
    if (path === iconPath && isRead(method)) return Promise.resolve(noIcon())
    return path === controlRoot || path.startsWith(`${controlRoot}/`)
      ? control(arrival)
      : service.answer(arrival)
  }

  record(refused: RefusedRequest): void {
    const { main } = this.parts
    const add = () => main.journal.addRequest(recordOfRefused(refused, this.clock.now()))
    // A reset under way empties the journal when it ends, so that the entry is added after it.
    if (main.changing) main.changing.then(add, add)
    else add()
  }

  /** The parts, once the main state is open. */
  async opened(): Promise<Parts> {
    const { parts } = this
    await parts.sessions.state(null)
    return parts
  }

  async waitForIdle({ timeout = usualWait }: { timeout?: number } = {}): Promise<void> {
    const dispatchers = () => this.parts.sessions.all().map(({ dispatcher }) => dispatcher)
    const idle = this.opened().then(() => Promise.all(dispatchers().map((dispatcher) => dispatcher.idle())))
    if ((await within(timeout, idle, 'late')) !== 'late') return
    const attempts = dispatchers().flatMap((dispatcher) => dispatcher.unanswered())
    throw stillUnderWay(timeout, attempts, isControllable(this.clock) && this.clock.frozen)
  }

  async expose(): Promise<void> {
    const weakness = weaknessOf(this.options.controlToken)
    if (weakness !== undefined) {
      throw new TypeError(`${weakness}, and give it to createBackend() as controlToken.`)
    }
    if (!this.exposed && this.keys === builtInKeys && this.#seed.keys === undefined) {
      // A seeded source could be guessed, so these keys never come from the options.
      this.keys = randomKeys(createRandom())
      const { sessions, settings } = await this.opened()
      for (const { store } of sessions.all()) await replaceKeys(store, builtInKeys, this.keys, settings)
    }
    this.exposed = true
  }

  async drain(): Promise<void> {
    this.#isDraining = true
    const { sessions } = this.parts
    for (const { journal } of sessions.all()) journal.close()
    await sessions.drain()
  }

  /** Plays another dialect from now on. All data is planted anew: that of one dialect is of no use to another. */
  async #changeDialect(given: Dialect, session: string | null): Promise<void> {
    const next = resolveDialect(given)
    const { sessions } = this.parts
    if (session !== null) {
      const { settings } = (await sessions.existing(session)) ?? (await sessions.state(null))
      return sessions.replace(session, this.#makeSession(session, { ...settings, dialect: next }))
    }
    this.parts = this.#makeParts(next)
    await sessions.close()
    await this.opened()
  }

  /** The parts that depend on the dialect, with fresh data. */
  #makeParts(dialect: CompleteDialect): Parts {
    const options = this.options
    const settings = settingsOf(options, { dialect, clock: this.clock, random: this.#random })
    const store = options.store ?? createMemoryStore({ maxMemory: settings.memory.limit })
    const main = this.#makeState({ settings, store }, null)
    const sessions = new Sessions({
      main,
      make: (name) => this.#makeSession(name, settings),
      keys: () => this.#seed.keys ?? this.keys,
      settings,
    })
    const role = this.#role
    const probes = createProbes({ settings, main, role, isDraining: () => this.#isDraining })
    const control = deferControl({
      ...{ settings, sessions, probes, forwards: this.#forwards, token: options.controlToken },
      record: (refused) => this.record(refused),
      isDialectFixed: options.store !== undefined,
      changeDialect: (given, session) => this.#changeDialect(given, session),
    })
    return { settings, main, sessions, service: new Service({ sessions, main }), control }
  }

  /** The state of a session. Its clock begins where the main one is, and goes its own way from there. */
  #makeSession(name: string, settings: Settings): State {
    const memory = settings.memory.limit * shareOfSession
    const clock = settings.clock === this.clock ? branchOf(this.clock) : settings.clock
    const own = settingsFor({ ...settings, clock }, settings.dialect, this.options.ids)
    return this.#makeState({ settings: own, memory, store: createMemoryStore({ maxMemory: memory }) }, name)
  }

  #makeState(parts: Pick<StateOptions, 'settings' | 'memory' | 'store'>, session: string | null): State {
    const { onEntry, wantsEntry, fetch, faults = [], controlToken, signWith } = this.options
    const forwards = this.#forwards
    return new State({
      ...parts,
      ...{ forwards, seed: this.#seed, faults, controlToken, wantsEntry, signWith },
      fetch: fetch ?? forwardingFetch(forwards),
      delivers: this.#role !== 'api',
      keys: () => this.keys,
      onEntry: onEntry && ((entry) => onEntry(entry, session)),
    })
  }
}

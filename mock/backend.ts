import type { CompleteDialect, Dialect } from '../generated/dialect'
import type { BackendOptions } from './backend-options'
import { builtInKeys, modeOf, randomKeys, replaceKeys, type KeyInput } from './access/keys'
import { weaknessOf } from './access/token'
import { deferControl, isControlPath } from './control/deferred-control'
import { createProbes, onlyDelivers, probeOf } from './control/probes'
import type { DeliveryAttempt } from './deliveries/attempt'
import { createForwards, forwardingFetch } from './deliveries/forwards'
import { parseFault } from './faults/parse'
import type { Faults } from './faults/registry'
import { toResponse, type Answer } from './http/answer'
import { arrivalOf, completeFor, type Peer } from './http/arrival'
import { isIconRequest, noIcon } from './http/front-page'
import { errorAnswer } from './http/refusal'
import { bodyReader, type BodyReader } from './http/request-body'
import { recordOfRefused, type RefusedRequest } from './journal/refused-request'
import { createService } from './operations/service'
import { additionsOf } from './settings/additions'
import { createClock, type Clock } from './settings/clock'
import { resolveDialect } from './settings/dialect'
import { createMemory, defaultMaxMemory } from './settings/memory'
import { planTerms } from './settings/plan'
import { createIds, createRandom, createUnorderedIds } from './settings/random'
import { defaultLimits, type Settings } from './settings/settings'
import { checkedSeed, checkSeedInTurns } from './state/check-seed'
import type { Seed } from './state/seed'
import { createSessions } from './state/sessions'
import { takeSnapshot, type Snapshot } from './state/snapshot'
import { createState } from './state/state'
import { createMemoryStore } from './store/memory-store'
import { refuseRepeating } from './store/sharing'
import type { Store } from './store/store'

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
  /** Resolves when no delivery is under way and none is due. Retries that are due later do not count. */
  waitForIdle(): Promise<void>
  /** The delivery attempts that the journal still holds, oldest first. */
  deliveries(): DeliveryAttempt[]
  /** Forgets all data and all sessions, and begins again with the keys, the seed and the faults of the options. */
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
  readonly clock: Clock
  readonly dialect: CompleteDialect
}

/**
 * Makes a backend that behaves as the interface says, and as the dialect says where the interface is silent. It keeps
 * its data in memory and opens no port. Throws a `DialectError`, `SeedError`, `FaultError` or `TypeError` for wrong options.
 *
 * @example
 * const backend = createBackend({ plan: 'pro' })
 * const response = await backend.fetch(
 *   new Request('https://mock.test/v1/events', { headers: { authorization: 'Bearer sk_live_mock' } }),
 * )
 */
export function createBackend(options: BackendOptions = {}): Backend {
  const { faults = [], logger = {}, role = 'all' } = options
  let keys = options.keys ?? builtInKeys
  let exposed = false
  let draining = false
  const clock = options.clock ?? createClock({ running: true })
  const random = options.random ?? createRandom()
  if (options.store?.sharing) refuseRepeating(random)
  for (const { key } of keys) modeOf(key)
  const seed = checkedSeed(options.seed ?? {})
  for (const fault of faults) parseFault({ ...fault })

  const forwards = options.forwards ?? (options.fetch ? undefined : createForwards())
  const fetch = options.fetch ?? forwardingFetch(forwards)
  const { onEntry } = options
  /** The parts that depend on the dialect, with fresh data. */
  function makeCore(dialect: CompleteDialect) {
    const settings: Settings = {
      dialect,
      additions: additionsOf(dialect),
      clock,
      random,
      ids:
        options.ids ??
        (dialect.listOrder === 'by-id' ? createUnorderedIds(random) : createIds(clock, random)),
      logger,
      plan: planTerms(options.plan ?? 'none'),
      limits: { ...defaultLimits, ...options.limits },
      memory: createMemory(options.maxMemory ?? defaultMaxMemory),
      metrics: options.metrics,
    }
    const begin = (store: Store, session: string | null) =>
      createState({
        settings,
        store,
        fetch,
        forwards,
        delivers: role !== 'api',
        keys: () => keys,
        seed,
        faults,
        controlToken: options.controlToken,
        onEntry: onEntry && ((entry) => onEntry(entry, session)),
        wantsEntry: options.wantsEntry,
      })
    const { limit } = settings.memory
    const main = begin(options.store ?? createMemoryStore({ maxMemory: limit }), null)
    const beginSession = (name: string) =>
      begin(createMemoryStore({ maxMemory: limit * shareOfSession }), name)
    const sessions = createSessions({ main, make: beginSession, keys: () => seed.keys ?? keys, settings })
    const service = createService({ settings, sessions, main })
    const probes = createProbes({ settings, main, role, isDraining: () => draining })
    const control = deferControl({
      ...{ settings, sessions, probes, forwards, record, token: options.controlToken },
      // The data of a store that was handed in is of one dialect.
      changeDialect: options.store ? undefined : changeDialect,
    })
    return { settings, main, sessions, service, control }
  }

  let core = makeCore(resolveDialect(options.dialect))

  /** Plays another dialect from now on. All data is planted anew: that of one dialect is of no use to another. */
  async function changeDialect(given: Dialect) {
    const next = resolveDialect(given)
    const { sessions } = core
    core = makeCore(next)
    await sessions.close()
    await core.sessions.state(null)
  }

  function record(refused: RefusedRequest): void {
    const { main } = core
    const add = () => main.journal.addRequest(recordOfRefused(refused, clock.now()))
    // A reset that is under way empties the journal when it ends.
    if (main.changing) main.changing.then(add, add)
    else add()
  }

  function answer(request: Request, read = bodyReader(request), peer?: Peer): Promise<Answer> {
    const arrival = arrivalOf(request, read, peer)
    if (role === 'worker' && !probeOf(request.method, arrival.path)) {
      return Promise.resolve(completeFor(request, errorAnswer(onlyDelivers(core.settings))))
    }
    if (isIconRequest(request.method, arrival.path)) return Promise.resolve(noIcon())
    return isControlPath(arrival.path) ? core.control(arrival) : core.service(arrival)
  }

  async function expose() {
    const weakness = weaknessOf(options.controlToken)
    if (weakness !== undefined) {
      throw new TypeError(`${weakness}, and give it to createBackend() as controlToken.`)
    }
    if (!exposed && keys === builtInKeys && seed.keys === undefined) {
      // A seeded source could be guessed, so these keys never come from the options.
      keys = randomKeys(createRandom())
      const { sessions, settings } = core
      await sessions.state(null)
      for (const { store } of sessions.all()) await replaceKeys(store, builtInKeys, keys, settings)
    }
    exposed = true
  }

  return {
    answer,
    record,
    fetch: async (request) => toResponse(await answer(request)),
    async waitForIdle() {
      await core.sessions.state(null)
      await Promise.all(core.sessions.all().map(({ dispatcher }) => dispatcher.idle()))
    },
    deliveries: () => core.main.journal.deliveries(),
    reset: () => core.sessions.reset(),
    async snapshot() {
      await core.sessions.state(null)
      return takeSnapshot(core.main.store, core.settings)
    },
    async restore(snapshot) {
      await core.main.restore(checkSeedInTurns(snapshot).then(() => snapshot))
    },
    expose,
    get exposed() {
      return exposed
    },
    get maxMemory() {
      return core.settings.memory.limit
    },
    get keys() {
      return keys
    },
    async ready() {
      await core.sessions.state(null)
      return core.main.planted
    },
    async drain() {
      draining = true
      for (const { journal } of core.sessions.all()) journal.close()
      await core.sessions.drain()
    },
    close: () => core.sessions.close(),
    get faults() {
      return core.main.faults
    },
    clock,
    get dialect() {
      return core.settings.dialect
    },
  }
}

import type { CompleteDialect, Dialect } from '../generated/dialect'
import { createClock, type Clock } from './settings/clock'
import { createControl } from './control/control'
import type { DeliveryAttempt } from './deliveries/attempt'
import { createForwards, type Forwards } from './deliveries/forwards'
import { resolveDialect } from './settings/dialect'
import { toResponse, type Answer } from './http/answer'
import { optionsAnswer, permitCrossOrigin } from './http/cors'
import type { Fault } from './faults/fault'
import { parseFault } from './faults/parse'
import type { Faults } from './faults/registry'
import { errorAnswer, internalError, notFound, Refusal } from './http/refusal'
import { bodyReader, type BodyReader } from './http/request-body'
import { createOperationRouter } from './http/router'
import { createIds, type IdSource } from './settings/identifiers'
import { builtInKeys, modeOf, type KeyInput } from './access/keys'
import type { Logger } from './settings/logger'
import { headersToKeep, keptAnswer, keptBytes, type KeptText } from './journal/entry'
import { carryOut, type Arrival, type Trace } from './operations/carry-out'
import { planTerms, type Plan } from './settings/plan'
import { createRandom, type Random } from './settings/random'
import { checkedSeed, checkSeed } from './state/check-seed'
import type { Seed } from './state/seed'
import { takeSnapshot, type Snapshot } from './state/snapshot'
import { createSessions, sessionHeader } from './state/sessions'
import { defaultLimits, type Limits, type Settings } from './settings/settings'
import { createState, type State } from './state/state'
import { createMemoryStore } from './store/memory-store'
import type { Store } from './store/store'

// There may be a hundred of them: some 30,000 small events each.
const eventBytesOfSession = 2 ** 24

/** Options of {@link createBackend}. Each has a default. */
export interface BackendOptions {
  /** How the deployment that is played resolves what the interface leaves open. */
  dialect?: Dialect
  /** `none` unless given: no rate limit. */
  plan?: Plan
  /** Takes the place of {@link builtInKeys}. */
  keys?: readonly KeyInput[]
  /** Data to start with: a seed, a snapshot or, with `examples`, what the document's examples tell. None unless given. */
  seed?: Seed | 'examples'
  /** Faults that strike from the start, and again after a reset. None unless given. */
  faults?: readonly Fault[]
  /** A clock that runs, and that the control routes can advance, unless given. */
  clock?: Clock
  /** Cryptographic chance unless given. */
  random?: Random
  /** Ids that sort by time unless given. */
  ids?: IdSource
  /** Keeps the main state. Memory unless given. Sessions are in memory always. */
  store?: Store
  /** Sends the deliveries. The platform's own unless given. */
  fetch?: typeof fetch
  /**
   * What the control routes show and change. A `fetch` that is given has to be made with the same ones, as
   * `createDeliveryFetch({ forwards })` is. None at first unless given.
   */
  forwards?: Forwards
  logger?: Logger
  limits?: Partial<Limits>
  /** Wanted as a bearer token by the control routes. Without one they answer loopback alone. */
  controlToken?: string
}

/** The reference backend: one function from request to response, and what a test asks of it besides. */
export interface Backend {
  /** Answers a request. Rejects only where a fault resets the connection, with a `TypeError` as the platform's does. */
  fetch(request: Request): Promise<Response>
  /** As `fetch`, for a face that builds its platform's own response. `read` reads the body in its platform's way. */
  answer(request: Request, read?: BodyReader): Promise<Answer>
  /** Resolves when no delivery is under way and none is due. Retries of later do not count. */
  waitForIdle(): Promise<void>
  /** The delivery attempts that the journal still holds, oldest first. */
  deliveries(): DeliveryAttempt[]
  /** Forgets all data and all sessions, and begins again with the keys, the seed and the faults of the options. */
  reset(): Promise<void>
  /** All data as one JSON document. */
  snapshot(): Promise<Snapshot>
  /** Puts a snapshot in place of all data. A clock that is behind it, and can be moved, is moved there. Rejects with a `SeedError`. */
  restore(snapshot: Seed): Promise<void>
  /** Ends all deliveries. */
  close(): Promise<void>
  /** The faults in force. */
  readonly faults: Pick<Faults, 'add' | 'list' | 'remove' | 'clear'>
  readonly clock: Clock
  readonly dialect: CompleteDialect
}

/**
 * Makes a backend that behaves as the interface says, and as the dialect says where the interface is silent. It keeps
 * its data in memory and opens no port. Throws a `DialectError`, `SeedError` or `TypeError` for options that are wrong.
 *
 * @example
 * const backend = createBackend({ plan: 'pro' })
 * const response = await backend.fetch(
 *   new Request('https://mock.test/v1/events', { headers: { authorization: 'Bearer sk_live_mock' } }),
 * )
 */
export function createBackend(options: BackendOptions = {}): Backend {
  const { keys = builtInKeys, faults = [], logger = {} } = options
  const clock = options.clock ?? createClock({ running: true })
  const random = options.random ?? createRandom()
  const dialect = resolveDialect(options.dialect)
  const settings: Settings = {
    dialect,
    clock,
    random,
    ids: options.ids ?? createIds(clock, random),
    logger,
    plan: planTerms(options.plan ?? 'none'),
    limits: { ...defaultLimits, ...options.limits },
    forwards: options.forwards ?? (options.fetch ? undefined : createForwards()),
  }
  for (const { key } of keys) modeOf(key)
  const seed = checkedSeed(options.seed ?? {})
  for (const fault of faults) parseFault({ ...fault })

  // Looked up at each call: a test may replace the platform's later.
  const fetch =
    options.fetch ??
    ((input: RequestInfo | URL, init?: RequestInit) =>
      globalThis.fetch(settings.forwards?.target(input as string) ?? input, init))
  const begin = (store: Store) => createState({ settings, store, fetch, keys, seed, faults })
  const main = begin(options.store ?? createMemoryStore())
  const ofSession = { eventBytes: eventBytesOfSession }
  const sessions = createSessions(main, () => begin(createMemoryStore(ofSession)), settings)
  const { limits } = settings
  const { idempotency } = dialect
  const meaningfulHeaders = idempotency.in === 'header' ? [idempotency.name] : []
  const router = createOperationRouter(dialect)
  const control = createControl(settings, sessions, options.controlToken)

  async function route(
    arrival: Omit<Arrival, 'match'>,
    request: Request,
    path: string,
    state: State,
    trace: Trace,
  ) {
    if (request.method === 'OPTIONS') {
      const allowed = router.allowed(path)
      if (allowed.length === 0) throw notFound('There is nothing at this path.')
      return optionsAnswer(request, allowed)
    }
    return carryOut({ ...arrival, match: router.match(request.method, path) }, settings, state, trace)
  }

  function refused(error: unknown, request: Request): Refusal {
    if (error instanceof Refusal) return error
    logger.error?.(`${request.method} ${request.url} failed.`, error)
    return internalError(dialect)
  }

  async function answer(request: Request, read = bodyReader(request)): Promise<Answer> {
    const { path, search } = locate(request.url)
    const { headers } = request
    const isControl = path === '/__mock' || path.startsWith('/__mock/')
    const startedAt = clock.now()
    const trace: Trace = {}
    let body: KeptText | undefined
    let state: State | undefined
    let refusal: Refusal | undefined
    let result: Answer
    try {
      if (isControl) result = await control({ request, path, search, read })
      else {
        const found = sessions.state(headers.get(sessionHeader))
        state = found instanceof Promise ? await found : found
        const keeping: BodyReader = async (limit) => {
          const bytes = await read(limit)
          if (bytes !== null) body = keptBytes(bytes)
          return bytes
        }
        result = await route({ headers, search, read: keeping }, request, path, state, trace)
      }
    } catch (error) {
      refusal = refused(error, request)
      result = errorAnswer(refusal)
    }
    if (headers.get('origin') !== null && !('access-control-allow-origin' in result.headers)) {
      permitCrossOrigin(result)
    }
    if (request.method === 'HEAD') result.body = null
    if (state && limits.journal > 0) {
      const { operation, key, fault } = trace
      state.record.request({
        at: startedAt,
        duration: clock.now() - startedAt,
        method: request.method,
        url: request.url,
        path: search === '' ? path : `${path}?${search}`,
        headers: headersToKeep(headers, meaningfulHeaders),
        body,
        status: result.status,
        answer: keptAnswer(result),
        operation,
        mode: key?.mode,
        refusal,
        fault,
      })
    }
    return result
  }

  return {
    answer,
    fetch: async (request) => toResponse(await answer(request)),
    async waitForIdle() {
      await sessions.state(null)
      await Promise.all(sessions.all().map(({ dispatcher }) => dispatcher.idle()))
    },
    deliveries: () => main.record.deliveries(),
    reset: () => sessions.reset(),
    async snapshot() {
      await sessions.state(null)
      return takeSnapshot(main.store, settings)
    },
    async restore(snapshot) {
      checkSeed(snapshot)
      await main.restore(snapshot)
    },
    close: () => sessions.close(),
    faults: main.faults,
    clock,
    dialect,
  }
}

/** Path and query of an absolute URL. Parsing all of it would cost more than the routing does. */
function locate(url: string): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const fragment = url.indexOf('#')
  const rest = start < 0 ? '/' : url.slice(start, fragment < 0 ? undefined : fragment)
  const query = rest.indexOf('?')
  return query < 0
    ? { path: rest, search: '' }
    : { path: rest.slice(0, query), search: rest.slice(query + 1) }
}

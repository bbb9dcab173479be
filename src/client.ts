import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/types'
import type { AnyCatalog } from './catalog/event'
import type { ClientOptions } from './options'
import { refuse, refuseValue } from './errors/refuse'
import { createApi } from './resources/api'
import { Events } from './resources/events'
import { Keys } from './resources/keys'
import { Webhooks } from './resources/webhooks'
import { systemClock } from './transport/clock'
import { toHeaders } from './transport/headers'
import type { Hooks } from './transport/hooks'
import { createHttp, type Http } from './transport/http'
import { limitsOf } from './transport/limits'
import { createLog } from './transport/log'
import { type SharedRate, createPace } from './transport/pace'
import { checkBaseUrl, checkKey, checkPositive } from './transport/preflight'
import { createRedact } from './transport/redaction'
import { RetryBudget } from './transport/retry-budget'
import type { Transport } from './transport/transport'
import { userAgent } from './transport/user-agent'

interface Platform {
  process?: { env?: Record<string, string | undefined> }
  window?: { document?: unknown }
}

const platform = globalThis as unknown as Platform
const environment = (name: string) => platform.process?.env?.['EVENT_DELIVERY_' + name]

const defaultOptions = () => ({
  apiKey: environment('API_KEY'),
  baseUrl: environment('BASE_URL'),
  dialect: {},
  maxResponseBytes: 16 * 2 ** 20,
  clock: systemClock,
  random: Math.random,
  rate: Infinity as number | SharedRate,
})

type Present<T> = { [Name in keyof T]: Exclude<T[Name], undefined> }

/** The options that were given, without those that are `undefined`. */
const present = <T extends object>(options: T) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Present<T>

/** The state that the clients of one account share. */
type Shared = Pick<Transport, 'redact' | 'deprecatedOperations' | 'pace' | 'budget'>

/** The state that a client hands on to those that `withOptions` makes of it. */
interface Origin {
  options: ClientOptions<never>
  shared: Shared
  http: Http
  headers: Headers
}

// The option by which a client gets its origin. No caller can name it.
const origin = Symbol('origin')

interface MadeOptions<Catalog extends object> extends ClientOptions<Catalog> {
  [origin]?: Origin
}

/**
 * A client of the service.
 *
 * @throws InvalidRequestError for an option that cannot be right. `param` names it.
 * @example
 * const client = new EventDelivery({ apiKey: 'sk_test_...', baseUrl: 'https://api.events.example' })
 * const event = await client.events.create({ type: 'order.paid', data: { order: 1042 } })
 */
export class EventDelivery<Catalog extends object = AnyCatalog> {
  /** Creates, lists and retrieves events. */
  readonly events: Events<Catalog>
  /** Registers, lists and deletes webhooks. */
  readonly webhooks: Webhooks
  /** Creates scoped keys. */
  readonly keys: Keys
  /**
   * The typed openapi-fetch client that carries every call. Called directly it has the key and the limits of the client, and repeats GET
   * and DELETE only. Its middleware sees the calls of the resources too: each call once, whatever its retries, without the key. Callbacks
   * around each attempt are `hooks`.
   *
   * @throws ServerError for a success that is no JSON.
   * @example
   * const { data, error } = await client.http.GET('/v1/events', { params: { query: { limit: 5 } } })
   */
  readonly http: Client<paths>

  /** The hooks that the client was given. */
  readonly hooks: Hooks

  readonly #origin: Origin

  constructor(options?: ClientOptions<Catalog>) {
    const given: MadeOptions<Catalog> = options ?? {}
    const { [origin]: from } = given
    const own = { ...defaultOptions(), ...present(given) }
    const { apiKey, clock, logger, rate, retryBudget } = own
    const isInPage = platform.window?.document
    if (isInPage && !own.dangerouslyAllowBrowser) {
      refuse(
        'dangerouslyAllowBrowser',
        'must be true in a web page, where visitors can read the key. Call the service from a server, or set it.',
      )
    }
    const isAsBefore = (...names: (keyof ClientOptions)[]) =>
      names.every((name) => from?.options[name] === own[name])
    const account: Partial<Shared> = (isAsBefore('apiKey', 'baseUrl', 'clock') && from?.shared) || {}
    const { redact = createRedact(), deprecatedOperations = new Set() } = account
    const log = createLog(logger, environment('LOG'), redact)
    const makePace = () => createPace({ clock, log }, rate)
    const shared: Shared = {
      redact,
      deprecatedOperations,
      pace: (isAsBefore('rate') && account.pace) || makePace(),
      budget: (isAsBefore('retryBudget') && account.budget) || new RetryBudget(clock, retryBudget),
    }
    const checked = (key: unknown): string => {
      checkKey(key)
      redact.add(key)
      return key
    }
    // A key that is no function is checked once, here.
    const keyNow = typeof apiKey === 'function' ? async () => checked(await apiKey()) : checked(apiKey)
    checkPositive('maxResponseBytes', own.maxResponseBytes)
    const transport: Transport = {
      ...own,
      ...shared,
      apiKey: keyNow,
      log,
      limits: limitsOf(own, { timeout: 30_000, deadline: Infinity, maxRetries: 2 }),
    }
    // A browser sends a user agent of its own.
    const agent = isInPage ? undefined : userAgent()
    // The headers of the client before have the user agent too, unless it was taken away.
    const headers = toHeaders(own.headers, from?.headers ?? (agent ? { 'user-agent': agent } : {}))
    const http = createHttp(transport, checkBaseUrl(own.baseUrl, own.allowHttp), headers)
    http.client.use(...(from?.http.middleware ?? []))
    const api = createApi(http, transport, own.dialect)
    this.#origin = { options: own as ClientOptions<never>, shared, http, headers }
    this.hooks = own.hooks ?? {}
    this.http = http.client
    this.events = new Events(api, own.catalog)
    this.webhooks = new Webhooks(api)
    this.keys = new Keys(api)
  }

  /**
   * Makes a client with other options. Those that are not given, or `undefined`, are as here; `headers` are added to those of this client,
   * where one that is `undefined` is left out; everything else that is given takes the place of what this client has.
   *
   * The two clients share what belongs to the account, such as the pace and the retry budget, unless `apiKey`, `baseUrl` or `clock` differ, or the
   * option that sets it. The new one begins with the middleware that `http` has by then.
   *
   * @throws InvalidRequestError for an option that cannot be right. `param` names it.
   * @example
   * const slow = client.withOptions({ timeout: 120_000, headers: { 'x-tenant': 'shop-7' } })
   */
  withOptions<Other extends object = Catalog>(options: ClientOptions<Other>): EventDelivery<Other> {
    if (typeof options !== 'object' || options === null)
      refuseValue('options', options, 'give the options that differ, such as { timeout: 120_000 }.')
    const { options: mine } = this.#origin
    const { headers } = options
    const made: MadeOptions<Other> = { ...mine, ...present(options), headers, [origin]: this.#origin }
    return new EventDelivery(made)
  }
}

import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/types'
import type { AnyCatalog } from './catalog/event'
import type { ClientOptions } from './options'
import { refuse } from './errors/refuse'
import { createApi } from './resources/api'
import { Events } from './resources/events'
import { Keys } from './resources/keys'
import { Webhooks } from './resources/webhooks'
import { systemClock } from './transport/clock'
import { createHttp } from './transport/http'
import { limitsOf } from './transport/limits'
import { createLog } from './transport/log'
import { createPace } from './transport/pace'
import { checkBaseUrl, checkKey, checkPositive } from './transport/preflight'
import { createRedactor } from './transport/redaction'
import { createRetryBudget } from './transport/retry-budget'
import type { Transport } from './transport/transport'

interface Platform {
  process?: { env?: Record<string, string | undefined> }
  window?: { document?: unknown }
}

const platform = globalThis as unknown as Platform
const environment = (name: string) => platform.process?.env?.['EVENT_DELIVERY_' + name]

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

  constructor(options?: ClientOptions<Catalog>) {
    const {
      apiKey = environment('API_KEY'),
      baseUrl = environment('BASE_URL'),
      dialect = {},
      fetch,
      clock = systemClock,
      random = Math.random,
      hooks = {},
      headers,
      logger,
      rate = Infinity,
      retryBudget,
      catalog,
      dangerouslyAllowBrowser,
    } = options ?? {}
    if (platform.window?.document && !dangerouslyAllowBrowser) {
      refuse(
        'dangerouslyAllowBrowser',
        'must be true in a web page, where visitors can read the key. Call the service from a server, or set it.',
      )
    }
    const redact = createRedactor()
    const checked = (key: unknown): string => {
      checkKey(key)
      redact.add(key)
      return key
    }
    if (typeof apiKey !== 'function') checked(apiKey)
    const transport: Transport = {
      apiKey: async () => checked(typeof apiKey === 'function' ? await apiKey() : apiKey),
      fetch,
      clock,
      random,
      hooks,
      log: createLog(logger, environment('LOG'), redact),
      redact,
      limits: limitsOf(options, { timeout: 30_000, deadline: Infinity, maxRetries: 2 }),
      pace: createPace(clock, checkPositive('rate', rate)),
      budget: createRetryBudget(clock, retryBudget),
      deprecatedOperations: new Set(),
    }
    const http = createHttp(transport, checkBaseUrl(baseUrl), headers)
    const api = createApi(http, dialect, transport.limits)
    this.http = http.client
    this.events = new Events({ api, dialect, catalog, transport })
    this.webhooks = new Webhooks(api)
    this.keys = new Keys(api)
  }
}

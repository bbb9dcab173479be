import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/types'
import type { AnyCatalog } from './catalog/event'
import type { ClientOptions } from './options'
import { checkBaseUrl, checkDuration, checkKey, refuse } from './preflight'
import { createRedactor } from './redaction'
import { createApi } from './resources/api'
import { Events } from './resources/events'
import { createIdempotency } from './resources/idempotency'
import { Keys } from './resources/keys'
import { Webhooks } from './resources/webhooks'
import { systemClock } from './transport/clock'
import { createLog } from './transport/log'
import type { Transport } from './transport/transport'

interface Platform {
  process?: { env?: Record<string, string | undefined> }
  window?: { document?: unknown }
}

const platform = globalThis as unknown as Platform
const environment = (name: string) => platform.process?.env?.[name]

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
  /** The typed openapi-fetch client under it all. It has the key and the timeout, and repeats GET and DELETE only. */
  readonly http: Client<paths>

  constructor(options: ClientOptions<Catalog> = {}) {
    if (platform.window?.document && !options.dangerouslyAllowBrowser) {
      refuse(
        'dangerouslyAllowBrowser',
        'In a page, everybody who opens it can read the key. Set dangerouslyAllowBrowser to allow it.',
      )
    }
    const { apiKey = environment('EVENT_DELIVERY_API_KEY'), dialect = {} } = options
    const baseUrl = checkBaseUrl(options.baseUrl ?? environment('EVENT_DELIVERY_BASE_URL'))
    const redact = createRedactor()
    let key = apiKey
    if (typeof key !== 'function') redact.remember((key = checkKey(key)))
    const transport: Transport = {
      apiKey: typeof key === 'function' ? key : () => key as string,
      fetch: options.fetch,
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      hooks: options.hooks ?? {},
      log: createLog(options.logger, environment('EVENT_DELIVERY_LOG'), redact),
      redact,
      timeout: checkDuration('timeout', options.timeout ?? 30_000),
      deadline: checkDuration('deadline', options.deadline ?? Infinity),
      maxRetries: options.maxRetries ?? 2,
      deprecated: new Set(),
    }
    const api = createApi(transport, baseUrl, dialect, options.headers)
    this.http = api.http
    this.events = new Events(api, createIdempotency(dialect), options.catalog, transport.clock)
    this.webhooks = new Webhooks(api)
    this.keys = new Keys(api)
  }
}

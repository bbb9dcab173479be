import type { Keys } from '@event-delivery/conformance'
import {
  createBackend,
  createClock,
  createSeededRandom,
  type Backend,
  type BackendOptions,
  type ControllableClock,
  type JournalEntry,
} from '@event-delivery/mock'
// By its file: the entry would load every check of the suite for each test that asks a backend.
import { createInProcessReceiver } from '../contract/receiver/in-process'
import type { Breakage, Fetch } from './breakage'
import { controlFaults } from './control-oracle'
import { createTestBackend } from './test-backend'
import { TextRequest, withText } from './text-request'
import type { Until } from './until'

/** The time at which the clock of each of these backends stands, until a test moves it. */
export const start = Date.UTC(2026, 10, 21, 3)

/** The backend's built-in keys, as the suite takes them. */
export const mockKeys = {
  live: 'sk_live_mock',
  test: 'sk_test_mock',
  scoped: [{ value: 'sk_live_readonly_mock', scopes: ['events:read', 'webhooks:read'] }],
  expired: 'sk_live_expired_mock',
} satisfies Keys

/** A delivery as it reached its receiver. */
export interface ReceivedDelivery {
  url: string
  headers: Headers
  body: string
  /** The backend's time, in milliseconds since the epoch. */
  at: number
}

/** Answers the nth delivery; `count` begins at 1. */
export type Receiver = (delivery: ReceivedDelivery, count: number) => Response | Promise<Response>

/** The receiver that takes every delivery. */
export const accept: Receiver = () => new Response(null, { status: 204 })

/** The receiver that answers the first deliveries with these statuses, and all others with the last one. */
export function answering(...statuses: [number, ...number[]]): Receiver {
  return (_delivery, count) => new Response(null, { status: statuses[count - 1] ?? statuses.at(-1) })
}

/** The receiver that never answers. */
export const never: Receiver = () => new Promise(() => {})

/** A request beyond its method and path. */
export interface CallOptions {
  body?: unknown
  /** A body that is no JSON, or whose exact characters matter. Sent in place of `body`. */
  text?: BodyInit
  /** The API key; `null` for none. */
  key?: string | null
  headers?: Record<string, string>
}

/** A request to a backend that has no socket. */
export function requestTo(method: string, path: string, options: CallOptions = {}): Request {
  const { body, text, key = mockKeys.live, headers = {} } = options
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  return new Request(`http://localhost${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: payload,
    duplex: 'half',
  } as RequestInit)
}

/** An answer with its body parsed. */
export interface Reply<Body = ReplyBody> {
  status: number
  headers: Headers
  json: Body
}

/** A page of a list. */
export interface Page<Item = { id: string; type: string }> {
  data: Item[]
  hasMore: boolean
  nextCursor: string | null
}

/** The fields of bodies that tests look at. A body holds some of them: which, the test knows. */
export interface ReplyBody {
  id: string
  key: string
  secret: string
  created: string
  type: string
  data: unknown
  routes: string[]
  error: { code: string; message: string; param?: string }
}

/** A backend without a socket, on a clock that stands still, and what its receivers got. */
export interface Harness {
  backend: Backend
  clock: ControllableClock
  received: ReceivedDelivery[]
  /** Sends a request, whose answer the caller reads. */
  ask: (method: string, path: string, options?: CallOptions) => Promise<Response>
  call: <Body = ReplyBody>(method: string, path: string, options?: CallOptions) => Promise<Reply<Body>>
  /** Sends a request to a control route, such as `POST /clock/advance`. */
  control: <Body = ReplyBody>(route: string, body?: unknown, options?: CallOptions) => Promise<Reply<Body>>
  /** The items of a page of a list. */
  list: <Item = { id: string; type: string }>(path: string, options?: CallOptions) => Promise<Item[]>
  /** The entries of the journal, with every field that an entry of some kind has. */
  journal: <Entry = JournalEntry>(query?: string) => Promise<Entry[]>
  /** Creates an event, and waits until its deliveries have been attempted. */
  deliver: (body?: object, options?: CallOptions) => Promise<Reply>
  createEvent: (body?: object, options?: CallOptions) => Promise<Reply>
  createWebhook: (body?: object, options?: CallOptions) => Promise<Reply & { id: string; secret: string }>
}

// An advance of the clock waits so long, in real milliseconds, for deliveries under way: on a busy machine, too, for all
// that end. A test whose receiver never answers brings a clock with a shorter timeout.
const timeout = 60_000

/** Makes a backend whose every delivery `receiver` answers. It is closed when `until` says so: at the end of the test unless given. */
export function createHarness(
  options: BackendOptions = {},
  receiver: Receiver = accept,
  until?: Until,
): Harness {
  // A test that brings a clock which cannot be moved does not move it.
  const clock = (options.clock ?? createClock({ now: start, timeout })) as ControllableClock
  const received: ReceivedDelivery[] = []
  const backend = createTestBackend(
    {
      // Chance that repeats itself makes runs comparable.
      random: createSeededRandom(1),
      fetch: async (url, init) => {
        const delivery = {
          url: url as string,
          headers: new Headers(init?.headers),
          body: init?.body as string,
          at: clock.now(),
        }
        received.push(delivery)
        return receiver(delivery, received.length)
      },
      ...options,
      clock,
    },
    until,
  )

  const ask = (method: string, path: string, request?: CallOptions) =>
    backend.fetch(requestTo(method, path, request))

  async function call<Body>(method: string, path: string, request?: CallOptions): Promise<Reply<Body>> {
    const response = await ask(method, path, request)
    const text = await response.text()
    const { status, headers } = response
    // Whatever a test is about, the control routes answer as their document says.
    if (path.startsWith('/__mock')) {
      const faults = await controlFaults(method, path, { status, headers, body: text })
      if (faults.length > 0)
        throw new Error(`Against the document of the control routes: ${faults.join('; ')}`)
    }
    return { status, headers, json: (text === '' ? undefined : JSON.parse(text)) as Body }
  }

  function control<Body>(route: string, body?: unknown, options?: CallOptions): Promise<Reply<Body>> {
    const [method = '', path = ''] = route.split(' ')
    return call<Body>(method, `/__mock${path}`, { key: null, body, ...options })
  }

  const createEvent: Harness['createEvent'] = (body = {}, request) =>
    call('POST', '/v1/events', { body: { type: 'order.paid', data: { order: 1 }, ...body }, ...request })

  return {
    backend,
    clock,
    received,
    ask,
    call,
    control,
    list: async <Item>(path: string, request?: CallOptions) =>
      (await call<Page<Item>>('GET', path, request)).json.data,
    journal: async <Entry>(query = '') => (await control<Page<Entry>>(`GET /journal${query}`)).json.data,
    createEvent,
    async deliver(...event) {
      const reply = await createEvent(...event)
      await backend.waitForIdle({ timeout })
      return reply
    },
    async createWebhook(body = {}, request) {
      const reply = await call<ReplyBody>('POST', '/v1/webhooks', {
        body: { url: 'https://shop.example/hooks', events: ['*'], ...body },
        ...request,
      })
      const { id, secret } = reply.json
      return { ...reply, id, secret }
    },
  }
}

/** A backend with one webhook and one event, whose delivery has been attempted. */
export async function attempted(options?: BackendOptions, receiver?: Receiver) {
  const harness = createHarness(options, receiver)
  const webhook = await harness.createWebhook()
  return { ...harness, webhook, reply: await harness.deliver() }
}

/** The request of a delivery. Nobody in process heeds its signal. */
function deliveryOf(url: unknown, { headers = {}, body }: RequestInit = {}): Request {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)
  return new TextRequest(url as string, { method: 'POST', headers, body: text })
}

/** Hands requests on whose bodies a breakage may read before the backend does. */
const readable =
  (fetch: Fetch): Fetch =>
  async (request) =>
    fetch(request.body ? withText(request, await request.text()) : request)

/** The target of a deployment elsewhere: the suite neither moves its clock nor knows when it is idle. */
export function elsewhere(target = createTarget()) {
  const { advance: _advance, idle: _idle, now: _now, ...rest } = target
  return rest
}

/** Makes a backend, whole or broken, as a target of the suite, which moves its clock. */
export function createTarget(options: BackendOptions = {}, breakage: Breakage = () => ({})) {
  const receiver = createInProcessReceiver()
  const clock = createClock({ now: start, timeout })
  const hooks = breakage(clock)
  const deliver: Fetch = (request) => receiver.fetch(request)
  const outgoing = hooks.deliver?.(deliver) ?? deliver
  const backend = createBackend({
    clock,
    fetch: (url, init) => outgoing(deliveryOf(url, init)),
    ...options,
    ...hooks.options,
  })
  return {
    backend,
    baseUrl: 'https://events.test',
    fetch: hooks.fetch ? readable(hooks.fetch(backend.fetch)) : backend.fetch,
    keys: mockKeys,
    receiver,
    now: clock.now,
    advance: (milliseconds: number) => clock.advance(milliseconds),
    idle: () => backend.waitForIdle({ timeout }),
  }
}

import { createInProcessReceiver, type Keys } from '@event-delivery/conformance'
import {
  createBackend,
  createClock,
  createSeededRandom,
  type Backend,
  type BackendOptions,
  type ControllableClock,
} from '@event-delivery/mock'
import type { Breakage, Fetch } from './breakage'
import { keepsOnPostgres } from './harness-store'
import { createTestBackend } from './test-backend'

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

/** A request beyond its method and path. */
export interface CallOptions {
  body?: unknown
  /** A body that is no JSON, or whose exact characters matter. Sent in place of `body`. */
  text?: BodyInit
  /** The API key; `null` for none. */
  key?: string | null
  headers?: Record<string, string>
}

/** An answer with its body parsed. */
export interface Reply {
  status: number
  headers: Headers
  json: ReplyBody
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
  /** The number of the journal's first entry by a request: on a store that processes share, a notice comes before it. */
  firstEntry: number
  call: (method: string, path: string, options?: CallOptions) => Promise<Reply>
  createEvent: (body?: object, options?: CallOptions) => Promise<Reply>
  createWebhook: (body?: object, options?: CallOptions) => Promise<Reply & { id: string; secret: string }>
}

// An advance of the clock waits so long, in real milliseconds, for deliveries under way: on a busy machine, too, for all
// that end. A test whose receiver never answers brings a clock with less patience.
const patience = 60_000

/** Makes a backend whose every delivery `receiver` answers. It is closed at the end of the test. */
export function createHarness(options: BackendOptions = {}, receiver: Receiver = accept): Harness {
  // A test that brings a clock which cannot be moved does not move it.
  const clock = (options.clock ?? createClock({ now: start, patience })) as ControllableClock
  const received: ReceivedDelivery[] = []
  const isShared = options.store ? options.store.sharing !== undefined : keepsOnPostgres()
  const backend = createTestBackend({
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
  })

  async function call(method: string, path: string, request: CallOptions = {}): Promise<Reply> {
    const { body, text, key = mockKeys.live, headers = {} } = request
    const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await backend.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: payload,
        duplex: 'half',
      } as RequestInit),
    )
    const answered = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      json: (answered === '' ? undefined : JSON.parse(answered)) as ReplyBody,
    }
  }

  return {
    backend,
    clock,
    received,
    firstEntry: isShared ? 2 : 1,
    call,
    createEvent: (body = {}, request) =>
      call('POST', '/v1/events', { body: { type: 'order.paid', data: { order: 1 }, ...body }, ...request }),
    async createWebhook(body = {}, request) {
      const reply = await call('POST', '/v1/webhooks', {
        body: { url: 'https://shop.example/hooks', events: ['*'], ...body },
        ...request,
      })
      const { id, secret } = reply.json
      return { ...reply, id, secret }
    },
  }
}

/** Makes a backend, whole or broken, as a target of the suite, which moves its clock. */
export function createTarget(options: BackendOptions = {}, breakage: Breakage = () => ({})) {
  const receiver = createInProcessReceiver()
  const clock = createClock({ now: start, patience })
  const hooks = breakage(clock)
  const deliver: Fetch = (request) => receiver.fetch(request)
  const outgoing = hooks.deliver?.(deliver) ?? deliver
  const backend = createBackend({
    clock,
    fetch: (input, init) => outgoing(new Request(input, init)),
    ...options,
    ...hooks.options,
  })
  return {
    backend,
    baseUrl: 'https://events.test',
    fetch: hooks.fetch?.(backend.fetch) ?? backend.fetch,
    keys: mockKeys,
    receiver,
    now: clock.now,
    advance: (milliseconds: number) => clock.advance(milliseconds),
    idle: () => backend.waitForIdle(),
  }
}

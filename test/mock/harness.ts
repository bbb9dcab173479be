import { onTestFinished } from 'vitest'
import {
  createBackend,
  createClock,
  createSeededRandom,
  type Backend,
  type BackendOptions,
  type ControllableClock,
} from '@event-delivery/mock'

/** A delivery as a receiver sees it. */
export interface Received {
  url: string
  headers: Headers
  body: string
  /** Of the backend's clock. */
  at: number
}

/** An answer with its JSON. */
export interface Told {
  status: number
  headers: Headers
  json: AnyJson
}

/** An answer's body, by the fields that tests look at. What it holds is for them to say. */
export interface AnyJson {
  id: string
  key: string
  secret: string
  created: string
  type: string
  data: unknown
  routes: string[]
  error: { code: string; message: string; param?: string }
}

/** A request in short: the method, the path and the rest. */
export interface CallOptions {
  body?: unknown
  /** A body that is no JSON, or whose characters count. */
  text?: BodyInit
  key?: string | null
  headers?: Record<string, string>
}

/** A backend with a clock that stands still and receivers that are a function. */
export interface Harness {
  backend: Backend
  clock: ControllableClock
  received: Received[]
  call: (method: string, path: string, options?: CallOptions) => Promise<Told>
  createEvent: (body?: object, options?: CallOptions) => Promise<Told>
  createWebhook: (body?: object, options?: CallOptions) => Promise<Told & { id: string; secret: string }>
}

/** How a receiver answers its nth request, from 1. */
export type Receiver = (request: Received, count: number) => Response | Promise<Response>

export const start = Date.UTC(2026, 10, 21, 3)
export const accept: Receiver = () => new Response(null, { status: 204 })

export function createHarness(options: BackendOptions = {}, receiver: Receiver = accept): Harness {
  const clock = createClock({ now: start, patience: 300 })
  const received: Received[] = []
  const backend = createBackend({
    clock,
    random: createSeededRandom(1),
    fetch: async (url, init) => {
      const request = {
        url: url as string,
        headers: new Headers(init?.headers),
        body: init?.body as string,
        at: clock.now(),
      }
      received.push(request)
      return receiver(request, received.length)
    },
    ...options,
  })
  onTestFinished(() => backend.close())

  async function call(method: string, path: string, request: CallOptions = {}): Promise<Told> {
    const { body, text, key = 'sk_live_mock', headers = {} } = request
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
      json: (answered === '' ? undefined : JSON.parse(answered)) as AnyJson,
    }
  }

  return {
    backend,
    clock,
    received,
    call,
    createEvent: (body = {}, request) =>
      call('POST', '/v1/events', { body: { type: 'order.paid', data: { order: 1 }, ...body }, ...request }),
    async createWebhook(body = {}, request) {
      const told = await call('POST', '/v1/webhooks', {
        body: { url: 'https://shop.example/hooks', events: ['*'], ...body },
        ...request,
      })
      const { id, secret } = told.json
      return { ...told, id, secret }
    },
  }
}

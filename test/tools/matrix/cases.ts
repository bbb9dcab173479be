// The smoke suite of the packed SDK. It runs in every runtime, so it needs web standards only and no test runner.
import { EventDelivery, isEventDeliveryError, type StandardSchema } from '@event-delivery/sdk'
import {
  answer,
  createFakeClock,
  rateLimit,
  reset,
  scriptedFetch,
  signedRequest,
  type Step,
} from '@event-delivery/sdk/testing'
import {
  bodyHex,
  createReceiver,
  sign,
  standardWebhooks,
  svix,
  timestampedHex,
  unwrap,
  verify,
  WebhookVerificationError,
} from '@event-delivery/sdk/webhooks'

/** The result of the suite in one runtime. */
export interface Tally {
  passed: number
  of: number
  failures: string[]
}

const key = 'sk_live_c4n4ry7e1'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const stored = { id: 'evt_1', type: 'order.paid', created: '2026-11-21T03:00:00.000Z', data: { order: 1042 } }
const input = { type: 'order.paid', data: { order: 1042 } }

// The vectors of Standard Webhooks, and one with a body beyond ASCII.
const published = [
  [
    secret,
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1614265330,
    '{"test": 2432232314}',
    'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ],
  [
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    1649367553,
    '{"email":"test@example.com","username":"test_user"}',
    'tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  ],
  [
    secret,
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1614265330,
    '{"t":"héllo 😊 \u2028"}',
    '5Jig+mZ70AySXZ7/x8KIiw1VIHaT40mxfEGB0H12VA4=',
  ],
] as const

interface Platform {
  Deno?: { inspect(value: unknown): string }
  Bun?: { inspect(value: unknown): string }
  process?: { getBuiltinModule?(name: string): { inspect(value: unknown): string } | undefined }
}

/** The value as this runtime prints it; empty where the runtime has no printer. */
function inspect(value: unknown): string {
  const { Deno, Bun, process } = globalThis as unknown as Platform
  const printer = Deno ?? Bun ?? process?.getBuiltinModule?.('node:util')
  return printer?.inspect(value) ?? ''
}

function expectEqual(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${a} is not ${b}`)
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.code : error
  }
}

function clientOf(...steps: [Step, ...Step[]]) {
  const fetch = scriptedFetch(...steps)
  const clock = createFakeClock({ auto: true })
  const baseUrl = 'https://events.example'
  const client = new EventDelivery({ apiKey: key, baseUrl, fetch, clock, dangerouslyAllowBrowser: true })
  return { client, fetch, clock }
}

const cases: Record<string, () => Promise<void>> = {
  async 'an event is created through a 429 and a lost answer, under one key'() {
    const { client, fetch } = clientOf(rateLimit(2), reset(answer(201, stored)), answer(201, stored))
    expectEqual(await client.events.create(input), stored)
    expectEqual(new Set(fetch.requests.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
    expectEqual(fetch.requests.length, 3)
  },
  async 'a list runs over its pages'() {
    const last = { ...stored, id: 'evt_2' }
    const { client } = clientOf(
      answer(200, { data: [stored], hasMore: true, nextCursor: 'cur_1' }),
      answer(200, { data: [last], hasMore: false }),
    )
    const ids: string[] = []
    for await (const { id } of client.events.list()) ids.push(id)
    expectEqual(ids, ['evt_1', 'evt_2'])
  },
  async 'a list is collected, and no page beyond the limit is asked for'() {
    const { client, fetch } = clientOf(
      answer(200, { data: [stored, stored], hasMore: true, nextCursor: 'cur_1' }),
      answer(200, { data: [stored, stored], hasMore: true, nextCursor: 'cur_2' }),
    )
    expectEqual((await client.events.list().toArray({ limit: 3 })).length, 3)
    expectEqual(fetch.requests.length, 2)
  },
  async 'a client made of another has its key, and options of its own'() {
    const { client, fetch } = clientOf(answer(201, stored))
    const ends: string[] = []
    const other = client.withOptions({
      headers: { 'x-team': 'billing' },
      hooks: {
        end: ({ call, attempts }) => void ends.push(`${call.operation} ${call.template} ${attempts.length}`),
      },
    })
    await other.events.create(input)
    const [request] = fetch.requests
    expectEqual(
      [request?.headers.get('x-team'), request?.headers.get('authorization')],
      ['billing', `Bearer ${key}`],
    )
    expectEqual(ends, ['createEvent /v1/events 1'])
  },
  async 'an answer without an end is cut off'() {
    const { client } = clientOf(
      answer(200, { data: [{ ...stored, data: 'x'.repeat(100_000) }], hasMore: false }),
    )
    const small = client.withOptions({ maxResponseBytes: 1000, maxRetries: 0 })
    const error: unknown = await small.events.list().catch((e: unknown) => e)
    // A body that is no stream, as in React Native, cannot be cut off.
    const isStream = new Response('a').body instanceof Object
    expectEqual((error as Error).name, isStream ? 'ServerError' : undefined)
  },
  async 'a bulk sends every input'() {
    const { client } = clientOf(answer(201, stored))
    const { created, failed } = await client.events.createAll([input, input, input]).summary()
    expectEqual([created, failed], [3, 0])
  },
  async 'an attempt ends in time'() {
    const { client } = clientOf(() => new Promise<Response>(() => {}))
    const error: unknown = await client.events
      .list({}, { maxRetries: 0, timeout: 50 })
      .catch((e: unknown) => e)
    expectEqual([isEventDeliveryError(error), (error as Error).name], [true, 'TimeoutError'])
  },
  async 'a call ends when its signal is aborted, before it begins and under way'() {
    const controller = new AbortController()
    const made = clientOf(() => new Promise<Response>(() => {}))
    // The clock stands still, so that the abort and no timeout ends the call.
    const [client, fetch] = [made.client.withOptions({ clock: createFakeClock() }), made.fetch]
    const call = client.events.create(input, { signal: controller.signal })
    const nameOf = (promise: PromiseLike<unknown>) => promise.then(String, (error: Error) => error.name)
    const underWay = nameOf(call)
    while (!fetch.requests.length) await new Promise((resolve) => setTimeout(resolve))
    controller.abort()
    const late = client.events.create(input, { signal: controller.signal })
    expectEqual([await underWay, await nameOf(late), fetch.requests.length], ['AbortError', 'AbortError', 1])
  },
  async 'a catalog judges what is sent and received'() {
    const validate = (value: unknown) =>
      typeof (value as { order?: unknown }).order === 'number'
        ? { value: value as { order: number } }
        : { issues: [{ message: 'must be a number.', path: ['order'] }] }
    const schema: StandardSchema<{ order: number }> = {
      '~standard': { version: 1, vendor: 'cases', validate },
    }
    const catalog = { 'order.paid': schema }
    const fetch = scriptedFetch(answer(201, stored))
    const baseUrl = 'https://events.example'
    const client = new EventDelivery({ apiKey: key, baseUrl, fetch, catalog, dangerouslyAllowBrowser: true })
    const type = 'order.paid'
    await client.events.create({ type, data: input.data })
    const wrong = { type, data: { order: 'one' as never } } as const
    const error: unknown = await client.events.create(wrong).catch((e: unknown) => e)
    expectEqual([(error as { param?: string }).param, fetch.requests.length], ['data.order', 1])
    const delivery = await signedRequest({ secret, event: { ...stored, data: { order: 'one' } } })
    expectEqual(
      await unwrap(delivery, { secret, catalog }).then(String, (e: Error) => e.name),
      'EventDataError',
    )
  },
  async 'a middleware of openapi-fetch sees a call and its answer'() {
    const seen: unknown[] = []
    const { client } = clientOf(answer(503), answer(201, stored))
    client.http.use({
      onRequest: ({ request }) => void seen.push(request.method),
      onResponse: async ({ response }) => void seen.push(response.status, await response.clone().text()),
    })
    await client.events.create(input)
    expectEqual(seen, ['POST', 201, JSON.stringify(stored)])
  },
  async 'neither key nor secret is printed'() {
    const whsec = 'whsec_c4n4ry7e1'
    const webhook = {
      id: 'wh_1',
      url: 'https://a.example',
      events: ['*'],
      status: 'active',
      created: '',
      secret: whsec,
    }
    const { client } = clientOf(
      answer(201, webhook),
      answer(401, { error: { code: 'x', message: `No ${key}` } }),
    )
    const created = await client.webhooks.create({ url: 'https://a.example', events: ['*'] })
    expectEqual([created.secret, created.reveal().secret], [whsec, whsec])
    const error: unknown = await client.events.create(input).catch((e: unknown) => e)
    for (const value of [client, created, error]) {
      const texts = [inspect(value), JSON.stringify(value), String((value as Error).stack)]
      if (texts.some((text) => text.includes('c4n4ry7e1'))) throw new Error('A key or secret is printed.')
    }
  },
  async 'the published signatures verify'() {
    for (const [secret, id, timestamp, body, signature] of published) {
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': `${timestamp}`,
        'webhook-signature': `v1,${signature}`,
      }
      const now = () => timestamp * 1000
      expectEqual(await sign({ body, id, timestamp }, { secret }), headers)
      expectEqual((await verify({ body, headers }, { secret, now })).id, id)
      expectEqual(await codeOf(verify({ body: body + ' ', headers }, { secret, now })), 'no-match')
    }
  },
  async 'each of the four schemes verifies what it signed, as text and as bytes'() {
    for (const scheme of [standardWebhooks, svix, timestampedHex(), bodyHex()]) {
      const body = JSON.stringify(stored)
      const timestamp = Math.floor(Date.now() / 1000)
      const headers = new Headers(await sign({ body, id: 'msg_1', timestamp }, { secret, scheme }))
      for (const raw of [body, new TextEncoder().encode(body), new TextEncoder().encode(body).buffer])
        expectEqual((await verify({ body: raw, headers }, { secret, scheme })).secretIndex, 0)
    }
  },
  async 'a delivery is unwrapped, and a stale one is not'() {
    expectEqual((await unwrap(await signedRequest({ secret, event: stored }), { secret })).data, stored.data)
    const stale = await signedRequest({ secret, event: stored, timestamp: 1700000000 })
    expectEqual(await codeOf(unwrap(stale, { secret })), 'timestamp-too-old')
  },
  async 'a receiver handles a delivery once, and again after its handler threw'() {
    const seen: string[] = []
    const receive = createReceiver({
      secret,
      on: {
        'order.paid': ({ id }) => {
          if (seen.push(id) === 1) throw new Error('busy')
        },
      },
      otherwise: () => {},
    })
    const statuses: number[] = []
    for (let turn = 0; turn < 3; turn++)
      statuses.push((await receive(await signedRequest({ secret, event: stored }))).status)
    expectEqual([statuses, seen.length], [[500, 204, 204], 2])
  },
}

/** Runs every case, one after the other. */
export async function runCases(): Promise<Tally> {
  const failures: string[] = []
  const entries = Object.entries(cases)
  for (const [name, run] of entries) {
    try {
      await run()
    } catch (error) {
      failures.push(`${name}: ${String(error)}`)
    }
  }
  return { passed: entries.length - failures.length, of: entries.length, failures }
}

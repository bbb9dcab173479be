import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { verify } from '@event-delivery/sdk/webhooks'
import { createClock, createForwards, type BackendOptions } from '@event-delivery/mock'
import { createDeliveryFetch } from '@event-delivery/mock/node'
import { answering, createHarness, type CallOptions, never } from '../support/backend'
import { eventually } from '../support/eventually'
import { serveListener } from '../support/node-server'

const day = 24 * 60 * 60 * 1_000

/** A backend whose clock runs, and whose receiver is behind a socket and keeps what came. */
async function withSocket(options: BackendOptions = {}) {
  const arrived: { headers: Record<string, string>; body: string }[] = []
  const { baseUrl } = await serveListener(
    (request, response) =>
      void text(request).then((body) => {
        arrived.push({ headers: request.headers as Record<string, string>, body })
        response.writeHead(204).end()
      }),
    { until: onTestFinished },
  )
  const url = 'https://shop.example/hooks'
  const forwards = createForwards([{ from: url, to: `${baseUrl}/` }])
  const send = createDeliveryFetch({ forwards })
  const clock = createClock({ running: true, timeout: 60_000 })
  return { arrived, ...createHarness({ clock, forwards, fetch: send, ...options }) }
}

test('a receiver behind a socket verifies by its own time, however far the clock was moved', async () => {
  const { arrived, backend, clock, control, createWebhook, deliver, journal } = await withSocket()
  const { secret } = await createWebhook()
  await clock.advance(day)
  await deliver()
  await verify(arrived[0]!, { secret })
  const [attempt] = backend.deliveries()
  expect(Date.parse(attempt!.at) - Date.parse(attempt!.signedAt!)).toBeGreaterThan(day - 60_000)
  // The page judges the signature at the time that was signed.
  const { number } = (await journal<{ number: number; kind: string }>()).find(
    ({ kind }) => kind === 'delivery',
  )!
  expect((await control(`GET /attempts/${number}/signature`)).json).toMatchObject({ verdict: 'valid' })
})

test('with mock-time a receiver behind a socket gets the time of the clock, and in process it can get the real one', async () => {
  const { arrived, clock, createWebhook, deliver } = await withSocket({ signWith: 'mock-time' })
  const { secret } = await createWebhook()
  await clock.advance(day)
  await deliver()
  await expect(verify(arrived[0]!, { secret })).rejects.toThrow(/Signed 86[34]\d\d s off/)
  await verify(arrived[0]!, { secret, now: clock.now })

  const inProcess = createHarness({ signWith: 'real-time' })
  const own = await inProcess.createWebhook()
  await inProcess.deliver()
  await verify(inProcess.received[0]!, { secret: own.secret })
})

const clocks = [
  ['runs', true],
  ['stands still', false],
] as const

test.each(clocks)(
  'a clock that %s goes back to the real time, and goes on as before',
  async (_name, running) => {
    const clock = createClock({ running, timeout: 60_000 })
    const { control } = createHarness({ clock })
    await control('POST /clock/advance', { days: 2 })
    const { status, json } = await control<{ now: string; frozen: boolean }>('POST /clock/now')
    expect(status).toBe(200)
    expect(Math.abs(Date.parse(json.now) - Date.now())).toBeLessThan(60_000)
    expect(json.frozen).toBe(!running)
  },
)

test('a clock in the past catches up with the real time, and does what falls due', async () => {
  const { clock, control, createWebhook, deliver, received } = createHarness(
    { clock: createClock({ now: Date.now() - day, timeout: 60_000 }) },
    answering(500, 204),
  )
  await createWebhook()
  await deliver()
  await control('POST /clock/now')
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000)
  expect(received).toHaveLength(2)
})

test('events keep their order when the clock goes back, and pages lead on', async () => {
  const { clock, control, createEvent, list, call } = createHarness({
    clock: createClock({ timeout: 60_000 }),
  })
  const ids: string[] = []
  const create = async () => void ids.unshift((await createEvent()).json.id)
  await create()
  await clock.advance(day)
  await create()
  const first = (await call<{ nextCursor: string }>('GET', '/v1/events?limit=1')).json
  await control('POST /clock/now')
  await create()
  expect((await list('/v1/events')).map(({ id }) => id)).toEqual(ids)
  expect((await list(`/v1/events?cursor=${first.nextCursor}`)).map(({ id }) => id)).toEqual(ids.slice(2))
})

test('what was written under the later time keeps it: idempotency keys, expiries and due times', async () => {
  const harness = createHarness(
    { clock: createClock({ timeout: 60_000 }), plan: 'enterprise:1' },
    answering(500, 204),
  )
  const { clock, control, createEvent, createWebhook, backend, received } = harness
  await createWebhook()
  await clock.advance(10 * day)
  const { json } = await createEvent({ idempotencyKey: 'later' })
  await backend.waitForIdle()
  await control('POST /clock/now')
  // A rate does not refuse for time that went back.
  const soon = () => createEvent({ idempotencyKey: 'later' })
  expect((await soon()).json.id).toBe(json.id)
  await clock.advance(2 * day)
  expect((await soon()).json.id).toBe(json.id)
  expect(received).toHaveLength(1)
  await clock.advance(9 * day)
  expect(received).toHaveLength(2)
  expect((await soon()).json.id).not.toBe(json.id)
})

test('an attempt under way keeps what is left of its own limit when the clock goes back', async () => {
  const { backend, clock, control, createEvent, createWebhook, received } = createHarness(
    { clock: createClock({ timeout: 30 }) },
    never,
  )
  await createWebhook()
  await clock.advance(day)
  await createEvent()
  await eventually(() => expect(received).toHaveLength(1))
  await control('POST /clock/now')
  await clock.advance(15_000)
  await backend.waitForIdle({ timeout: 60_000 })
  expect(backend.deliveries()).toMatchObject([{ outcome: 'failed' }])
})

test('a clock of the options that can only advance refuses to go back, in words', async () => {
  const { toRealTime: _, ...clock } = { ...createClock(), frozen: true }
  const { control } = createHarness({ clock: clock })
  const { status, json } = await control('POST /clock/now')
  expect(status).toBe(409)
  expect(json.error).toMatchObject({ code: 'clock_not_controllable' })
})

const of = (session: string): CallOptions => ({ headers: { 'x-mock-session': session } })

test('sessions advance apart, and a key that one of them outlives is remembered in the others', async () => {
  const { control, createEvent, clock } = createHarness({ clock: createClock({ timeout: 60_000 }) })
  const keyed = (session: string) => createEvent({ idempotencyKey: 'k' }, of(session))
  const names = ['a', 'b']
  const [first, other] = await Promise.all(names.map(async (name) => (await keyed(name)).json.id))
  const before = clock.now()
  const advanced = await control<{ now: string }>('POST /clock/advance', { days: 2 }, of('a'))
  expect(Date.parse(advanced.json.now)).toBe(before + 2 * day)
  expect((await control<{ now: string }>('GET /clock', undefined, of('b'))).json.now).toBe(
    new Date(before).toISOString(),
  )
  expect(clock.now()).toBe(before)
  expect((await keyed('a')).json.id).not.toBe(first)
  expect((await keyed('b')).json.id).toBe(other)
  // The ids and times of new events are those of the session's clock.
  expect(Date.parse((await createEvent({}, of('a'))).json.created)).toBe(before + 2 * day)
})

test('eight workers with sessions, clocks, dialects and faults of their own disturb each other in nothing', async () => {
  const { ask, call, control, createEvent, createWebhook, list } = createHarness(
    { clock: createClock({ timeout: 60_000 }) },
    (delivery) => new Response(null, { status: delivery.url.endsWith('7') ? 500 : 204 }),
  )
  const before = (await control<{ now: string }>('GET /clock')).json.now
  const workers = Array.from({ length: 8 }, (_, index) => ({
    index,
    mine: of(`worker-${index}`),
    status: [200, 201, 202][index % 3]!,
    page: index + 1,
  }))
  await Promise.all(
    workers.map(async ({ index, mine, status, page }) => {
      await control('POST /sessions', { name: `worker-${index}` })
      await control('PUT /dialect', { createEventStatus: status, defaultPageSize: page }, mine)
      await createWebhook({ url: `https://shop.example/${index}` }, mine)
      await control('POST /clock/advance', { hours: index }, mine)
      if (index === 2)
        await control('POST /faults', { kind: 'status', status: 503, operation: 'listEvents' }, mine)
      for (let event = 0; event < 9; event++) {
        // All use one idempotency key, which is another one in each session.
        const made = await createEvent(event === 0 ? { idempotencyKey: 'same' } : {}, mine)
        expect(made.status).toBe(status)
        expect(made.headers.get('idempotency-replayed')).toBeNull()
      }
      await control('POST /clock/advance', { minutes: 1 }, mine)
      if (index === 3) await control('POST /reset', undefined, mine)
      if (index === 5) await control('DELETE /sessions/worker-5')
    }),
  )
  for (const { index, mine, page } of workers) {
    if (index === 5) {
      expect((await control('GET /clock', undefined, mine)).status).toBe(404)
      continue
    }
    const { now } = (await control<{ now: string }>('GET /clock', undefined, mine)).json
    expect(Date.parse(now) - Date.parse(before)).toBe(index * 3_600_000 + 60_000)
    const listing = await ask('GET', '/v1/events', mine)
    expect(listing.status).toBe(index === 2 ? 503 : 200)
    if (index !== 2) expect(await list('/v1/events', mine)).toHaveLength(index === 3 ? 0 : Math.min(9, page))
    const attempts = await list<{ outcome: string }>('/__mock/attempts', mine)
    // Those of the seventh fail, and are tried again a few seconds later.
    expect(attempts).toHaveLength(index === 3 ? 0 : index === 7 ? 18 : 9)
    expect(attempts.every(({ outcome }) => outcome === (index === 7 ? 'failed' : 'delivered'))).toBe(true)
  }
  // The main state saw none of it.
  expect((await control<{ now: string }>('GET /clock')).json.now).toBe(before)
  expect(await list('/v1/events')).toEqual([])
  expect((await call('POST', '/v1/events', { body: { type: 'order.paid', data: {} } })).status).toBe(201)
})

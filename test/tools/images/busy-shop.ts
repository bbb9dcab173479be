import {
  createBackend,
  createClock,
  createForwards,
  createSeededRandom,
  type Backend,
} from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'

/** A mock with everything that a page has to cope with. */
export interface BusyShop {
  backend: Backend
  baseUrl: string
  /** An event with three deliveries: one came through, one is retried, one was given up. */
  eventId: string
  close(): Promise<void>
}

const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>'

/** How the receivers answer, by the beginning of their hosts. */
async function receive(url: string): Promise<Response> {
  if (url.includes('warehouse')) {
    return Response.json({ error: 'closed', opens: '2026-11-23T06:00:00Z' }, { status: 503 })
  }
  if (url.includes('legacy')) throw new TypeError('fetch failed: connect ECONNREFUSED 10.0.0.7:443')
  if (url.includes('odd')) return new Response(markup, { status: 302, headers: { 'x-note': markup } })
  return new Response('accepted')
}

/** Serves a mock on a clock that stands still, with failures, refusals, hostile texts and long names in its journal. */
export async function startBusyShop(events = 12): Promise<BusyShop> {
  const clock = createClock({ now: Date.UTC(2026, 10, 21, 14, 30), patience: 60_000 })
  const backend = createBackend({
    clock,
    seed: 'examples',
    random: createSeededRandom(1),
    limits: { journal: 20_000 },
    forwards: createForwards([{ from: 'https://shop.example/hooks', to: 'http://localhost:3000/hooks' }]),
    fetch: async (url) => receive(new Request(url).url),
  })
  const server = await serve(backend, { port: 0 })

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const request = new Request(server.baseUrl + path, {
      method,
      headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await backend.fetch(request)
    return (await answer.json()) as { id: string }
  }
  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    send('POST', path, body, headers)

  for (const [url, types] of [
    ['https://shop.example/hooks', ['order.paid', 'order.shipped']],
    ['https://warehouse.example/hooks/orders/incoming', ['order.paid']],
    [
      'https://legacy-erp.internal.a-rather-long-company-name.example/very/long/path/to/the/hook?tenant=4711',
      ['*'],
    ],
    ['https://odd.example/hooks', ['invoice.odd']],
  ] as const) {
    await post('/v1/webhooks', { url, events: types, description: 'Registered for the autumn sale' })
  }
  for (let order = 1030; order < 1030 + events; order++) {
    await post('/v1/events', { type: 'order.shipped', data: { order, parcel: `JX-${order}` } })
    if (events < 100) await clock.advance(2_400)
  }
  const items = [{ sku: 'A-1', quantity: 2, gift: true, note: null, price: 9.95 }]
  const { id: eventId } = await post('/v1/events', {
    type: 'order.paid',
    data: { order: 1042, total: { amount: '19.90', currency: 'EUR' }, items },
  })
  await clock.advance(7 * 60_000)
  await post('/v1/events', {
    type: 'customer.subscription.trial.will-end.reminder.second-notice.sent',
    data: {},
  })
  await post('/v1/events', { type: 'order.\u202ediap', data: { [markup]: markup, hidden: 'a\u200bb' } })
  await post('/v1/events', { type: 'invoice.odd', data: { שלום: 'עולם', text: 'x'.repeat(4_000) } })
  await post('/v1/events', { data: { order: 1043 } })
  await post(
    '/v1/events',
    { type: 'order.paid', data: {} },
    { authorization: 'Bearer sk_live_readonly_mock' },
  )
  await post('/v1/webhooks', { url: 'http://shop.example/hooks', events: ['*'] })
  await send('GET', `/v1/events?limit=500&note=${'a'.repeat(120)}`)
  await post('/v1/events', { type: 'order.test', data: {} }, { authorization: 'Bearer sk_test_mock' })
  await post('/__mock/faults', {
    kind: 'status',
    status: 503,
    retryAfter: 2,
    operation: 'createEvent',
    times: 2,
  })
  await post('/__mock/faults', { kind: 'connection-refused', webhook: '*', probability: 0.25, seed: 7 })
  await post('/v1/events', { type: 'order.shipped', data: { order: 1042 } })
  await post(
    '/v1/events',
    { type: 'order.shipped', data: { order: 1042 } },
    { 'x-mock-session': 'checkout-7' },
  )
  await post('/__mock/keys', {
    mode: 'live',
    name: 'Reporting',
    scopes: ['events:read'],
    expiresAt: '2027-01-01T00:00:00Z',
  })
  await backend.waitForIdle()
  return {
    backend,
    baseUrl: server.baseUrl,
    eventId,
    async close() {
      await backend.close()
      await server.close()
    },
  }
}

import { createBackend, createClock, createSeededRandom } from '@event-delivery/mock'
import { createForwards, serve } from '@event-delivery/mock/node'
import { EventDelivery } from '@event-delivery/sdk'

/** Starts a mock for a shop that uses it. Its clock stands still and its ids are seeded, so that each picture shows the same. */
export async function startShop() {
  const clock = createClock({ now: Date.UTC(2026, 10, 21, 14, 30) })
  const backend = createBackend({
    clock,
    random: createSeededRandom(1),
    forwards: createForwards([{ from: 'https://shop.example/hooks', to: 'http://localhost:3000/hooks' }]),
    // The shop takes its deliveries, and the warehouse has closed.
    fetch: async (url) =>
      new Request(url).url.includes('warehouse')
        ? Response.json({ error: 'closed', opens: '2026-11-23T06:00:00Z' }, { status: 503 })
        : new Response('accepted'),
  })
  const server = await serve(backend, { port: 0 })
  const client = new EventDelivery({ apiKey: 'sk_live_mock', baseUrl: server.baseUrl })

  const post = (path: string, body: unknown, key = 'sk_live_mock') =>
    fetch(server.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    baseUrl: server.baseUrl,
    /** Sends what an afternoon in a shop sends: events, a retried delivery, a refused request. */
    async trade() {
      await client.webhooks.create({
        url: 'https://shop.example/hooks',
        events: ['order.paid', 'order.shipped'],
        description: 'Shop',
      })
      await client.webhooks.create({ url: 'https://warehouse.example/hooks', events: ['order.paid'] })
      for (const order of [1036, 1037, 1038, 1039, 1040, 1041]) {
        await client.events.create({ type: 'order.shipped', data: { order } })
        await clock.advance(2_400)
      }
      const paid = { order: 1042, total: { amount: '19.90', currency: 'EUR' } }
      await client.events.create({ type: 'order.paid', data: paid })
      await clock.advance(7 * 60_000)
      await client.events.list({ limit: 5 })
      await post('/v1/events', { data: { order: 1043 } })
      await post('/v1/events', { type: 'order.paid', data: {} }, 'sk_live_readonly_mock')
      await post('/__mock/faults', { kind: 'status', status: 503, operation: 'createEvent', times: 2 })
      await post('/v1/events', { type: 'order.shipped', data: { order: 1042 } })
      await client.events.create({ type: 'order.shipped', data: { order: 1042, parcel: 'JX-7781' } })
      await backend.waitForIdle()
    },
    async close() {
      await backend.close()
      await server.close()
    },
  }
}

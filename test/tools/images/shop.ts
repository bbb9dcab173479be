import { createBackend, createClock, createSeededRandom } from '@event-delivery/mock'
import { createForwards, serve } from '@event-delivery/mock/node'
import { EventDelivery } from '@event-delivery/sdk'

/** A mock that listens, and a shop that uses it. */
export interface Shop {
  baseUrl: string
  /** Sends what an afternoon in a shop sends: events, a retried delivery, a refused request. */
  trade(): Promise<void>
  close(): Promise<void>
}

/** Starts the mock. Its clock stands still and its ids are seeded, so that each picture shows the same. */
export async function startShop(): Promise<Shop> {
  let busy = true
  const clock = createClock({ now: Date.UTC(2026, 10, 21, 14, 30) })
  const backend = createBackend({
    clock,
    random: createSeededRandom(1),
    forwards: createForwards([{ from: 'https://shop.example/hooks', to: 'http://localhost:3000/hooks' }]),
    fetch: async () => {
      const status = busy ? 503 : 204
      busy = false
      return new Response(null, { status })
    },
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
    async trade() {
      await client.webhooks.create({
        url: 'https://shop.example/hooks',
        events: ['order.paid', 'order.shipped'],
        description: 'Warehouse',
      })
      await client.events.create({ type: 'order.paid', data: { order: 1042, total: '19.90' } })
      await clock.advance(7_000)
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

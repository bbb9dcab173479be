import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createBackend, createForwards } from '@event-delivery/mock'
import { createDeliveryFetch, serve } from '@event-delivery/mock/node'
import { EventDelivery } from '@event-delivery/sdk'
import { Pool } from 'pg'
import { createShop } from './shop.js'

const url = 'https://shop.example/hooks'

test('an order becomes one event and one parcel, although a request fails and a delivery comes twice', async () => {
  const forwards = createForwards()
  const backend = createBackend({
    fetch: createDeliveryFetch({ forwards }),
    faults: [
      { kind: 'status', status: 503, operation: 'createEvent', times: 1 },
      { kind: 'duplicate', times: 1 },
    ],
  })
  const mock = await serve(backend, { port: 0 })
  const client = new EventDelivery({ apiKey: 'sk_live_mock', baseUrl: mock.baseUrl })
  const { secret } = await client.webhooks.create({ url, events: ['order.paid'] })

  const pool = new Pool({ connectionString: process.env.DATABASE_URL })
  const { app, outbox } = await createShop({ pool, secret })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shop = `http://127.0.0.1:${server.address().port}`
  forwards.add({ from: url, to: `${shop}/hooks` })
  const stop = new AbortController()
  const relayed = outbox.relay(client, { signal: stop.signal })
  after(async () => {
    stop.abort()
    await relayed
    server.close()
    await backend.close()
    await mock.close()
    await pool.end()
  })

  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ item: 'lamp' })
  const { order } = await (await fetch(`${shop}/orders`, { method: 'POST', headers, body })).json()

  const parcels = async () =>
    (await pool.query('select order_id from parcel where order_id = $1', [order])).rowCount
  while ((await parcels()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await backend.waitForIdle()
  assert.equal(await parcels(), 1)
  const events = await client.events.list().toArray({ limit: 100 })
  assert.deepEqual(
    events.map(({ data }) => data),
    [{ order }],
  )
  assert.deepEqual(
    (await backend.deliveries()).map(({ outcome }) => outcome),
    ['delivered', 'delivered'],
  )
})

import type { LookupFunction } from 'node:net'
import { EventDelivery } from '@event-delivery/sdk'
import { createCertificate, serve } from '@event-delivery/mock/node'
import { expect, onTestFinished, test } from 'vitest'
import { Agent, fetch } from 'undici'
import { mockKeys } from '../support/backend'
import { createTestBackend } from '../support/test-backend'

/** As the resolver of a network of containers: the one name leads to the mock, and no other name leads anywhere. */
const lookup =
  (name: string): LookupFunction =>
  (host, options, callback) => {
    if (host !== name) callback(new Error(`${host} is unknown`), [])
    else if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
    else callback(null, '127.0.0.1', 4)
  }

/** A mock that serves HTTPS under a name, and a client's way there. */
async function serveAs(name: string, allowHosts: readonly string[]) {
  const backend = createTestBackend({ fetch: async () => new Response() })
  const { ca, cert, key } = await createCertificate(['other.test', name])
  const server = await serve(backend, { port: 0, tls: { cert, key }, allowHosts })
  const dispatcher = new Agent({ connect: { ca, lookup: lookup(name) } })
  onTestFinished(async () => {
    await dispatcher.close()
    await server.close()
  })
  return { baseUrl: `https://${name}:${server.port}`, dispatcher }
}

test('the SDK reaches the mock over TLS by the name of its host', async () => {
  const { baseUrl, dispatcher } = await serveAs('mock.test', ['mock.test'])
  const client = new EventDelivery({
    apiKey: mockKeys.live,
    baseUrl,
    fetch: fetch,
    fetchOptions: { dispatcher },
  })
  const event = await client.events.create({ type: 'order.paid', data: { order: 1 } })
  expect(await client.events.list().toArray({ limit: 10 })).toEqual([event])
})

test('a name of the certificate alone admits nobody who was led here by it', async () => {
  const { baseUrl, dispatcher } = await serveAs('mock.test', [])
  const response = await fetch(`${baseUrl}/v1/events`, {
    headers: { authorization: 'Bearer sk_live_mock' },
    dispatcher,
  })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('--allow-host mock.test')
})

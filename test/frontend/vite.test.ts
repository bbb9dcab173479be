import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, fetch as fetchTrusting, request } from 'undici'
import { build, createServer, preview } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '@event-delivery/mock'
import { createCertificate } from '@event-delivery/mock/node'
import { eventDelivery, type EventDeliveryPluginOptions } from '@event-delivery/mock/vite'
import { serveListener } from '../support/node-server'
import { frontEnd, startDev } from './dev-server'

const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

const create = (url: string, type = 'order.paid') =>
  fetch(`${url}/v1/events`, { method: 'POST', headers, body: JSON.stringify({ type, data: {} }) })

test('the dev server answers as the mock at /v1 and /__mock, and with pages elsewhere', async () => {
  const { config } = await frontEnd({ dialect: { createEventStatus: 202 } })
  const { origin } = await startDev(config)
  expect((await create(origin)).status).toBe(202)
  const listed = await fetch(`${origin}/v1/events`, { headers })
  expect(await listed.json()).toMatchObject({ data: [{ type: 'order.paid' }] })
  const journal = (await (await fetch(`${origin}/__mock/journal`)).json()) as { data: unknown[] }
  expect(journal.data).toHaveLength(2)
  expect(await (await fetch(`${origin}/v100`, { headers: { accept: 'text/html' } })).text()).toContain(
    'Orders',
  )
})

test('the dev server prints the URL of the inspector after its own, below which the inspector is', async () => {
  const { config, printed } = await frontEnd()
  const { origin } = await startDev({ ...config, base: '/shop/' })
  const [own, inspector] = printed.slice(-2)
  expect(own).toContain('/shop/')
  expect(inspector).toBe(`  ➜  Event Delivery mock: ${origin}/__mock`)
  const page = await fetch(`${origin}/__mock`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<title>Event Delivery mock</title>')
})

test('a built front end has the mock in the preview server, and not in its files', async () => {
  const { config, printed } = await frontEnd()
  await build({ ...config, logLevel: 'silent' })
  const server = await preview(config)
  onTestFinished(() => server.close())
  server.printUrls()
  const origin = new URL(server.resolvedUrls!.local[0]!).origin
  expect((await create(origin)).status).toBe(201)
  expect(printed.at(-1)).toContain(`${origin}/__mock`)
})

test('a preview server closes although somebody follows the journal, and its mock delivers nothing more', async () => {
  let delivered = 0
  const clock = createClock({ now: Date.UTC(2026, 10, 21) })
  const { config } = await frontEnd({
    fetch: async () => {
      delivered++
      return new Response(null, { status: 503 })
    },
    seed: { webhooks: [{ url: 'https://shop.example/hooks', events: ['*'] }] },
    clock,
  })
  await build({ ...config, logLevel: 'silent' })
  const server = await preview(config)
  onTestFinished(() => server.close())
  const origin = new URL(server.resolvedUrls!.local[0]!).origin
  await create(origin)
  await expect.poll(() => delivered).toBe(1)
  const following = await fetch(`${origin}/__mock/journal`, { headers: { accept: 'text/event-stream' } })
  const reading = following.text().catch(() => 'cut')
  await server.close()
  await reading
  // The retry would be due within this hour.
  await clock.advance(3_600_000)
  expect(delivered).toBe(1)
})

test.each(['the same plugin', 'a plugin that is made anew'])(
  'a restart of the dev server with %s keeps the data, and its deliveries go on',
  async (which) => {
    const delivered: unknown[] = []
    const options: EventDeliveryPluginOptions = {
      fetch: async (sent) => {
        delivered.push(sent)
        return new Response()
      },
    }
    const { config } = await frontEnd(options)
    const { server, origin } = await startDev(config)
    const body = JSON.stringify({ url: 'https://shop.example/hooks', events: ['*'] })
    await fetch(`${origin}/v1/webhooks`, { method: 'POST', headers, body })
    await create(origin)
    await expect.poll(() => delivered).toHaveLength(1)
    // A file of configuration makes its plugins anew when Vite reads it again.
    if (which !== 'the same plugin') config.plugins = [eventDelivery(options)]
    await server.restart()
    const restarted = new URL(server.resolvedUrls!.local[0]!).origin
    const listed = await fetch(`${restarted}/v1/events`, { headers })
    expect(await listed.json()).toMatchObject({ data: [{ type: 'order.paid' }] })
    await create(restarted)
    await expect.poll(() => delivered).toHaveLength(2)
  },
)

test('a server that is created with the options of one that ended begins without its data', async () => {
  const { config } = await frontEnd()
  const first = await startDev(config)
  await create(first.origin)
  await first.server.close()
  const { origin } = await startDev(config)
  const listed = await fetch(`${origin}/v1/events`, { headers })
  expect(await listed.json()).toMatchObject({ data: [] })
})

test('a base moves the interface, and leaves the inspector where it is', async () => {
  const { config } = await frontEnd({ base: '/deliveries/' })
  const { origin } = await startDev(config)
  expect((await create(`${origin}/deliveries`)).status).toBe(201)
  expect((await create(origin)).status).toBe(404)
  const { data } = (await (await fetch(`${origin}/__mock/journal`)).json()) as { data: unknown[] }
  expect(data).toHaveLength(1)
})

test('a name that the server lets in is a name of the mock as well', async () => {
  const { config } = await frontEnd({ allowHosts: ['mock.test'] })
  const { origin } = await startDev({
    ...config,
    server: { ...config.server, allowedHosts: ['shop.test', 'mock.test', 'others.test', '.test'] },
  })
  const statusFor = async (host: string) =>
    (await request(`${origin}/v1/events`, { headers: { ...headers, host } })).statusCode
  const hosts = ['shop.test', 'mock.test', 'evil.test']
  expect(await Promise.all(hosts.map(statusFor))).toEqual([200, 200, 403])
})

test('a server for other machines says what the mock wants before it answers them', async () => {
  const open = async (options: EventDeliveryPluginOptions) => {
    const { config, printed } = await frontEnd(options)
    const { origin } = await startDev({ ...config, server: { host: '0.0.0.0', port: 0 } })
    const answer = await fetch(`${origin}/v1/events`, { headers })
    return [printed.at(-1)?.replace(/^.*__mock/, ''), answer.status]
  }
  expect(await open({})).toEqual([' (for this machine; others need a controlToken)', 200])
  // The built-in keys open nothing on a server that others reach.
  expect(await open({ controlToken: 'a-token-of-the-tests' })).toEqual(['', 401])
})

test('a base that is no path is refused with the right form', () => {
  expect(() => eventDelivery({ base: 'deliveries' })).toThrow(
    'The base "deliveries" is no path: write it as /deliveries.',
  )
})

test('a forward brings deliveries to a receiver of this machine', async () => {
  const arrived: string[] = []
  const receiver = await serveListener(
    (incoming, outgoing) => {
      arrived.push(`${incoming.method} ${incoming.url}`)
      outgoing.end()
    },
    { until: onTestFinished },
  )
  const { config } = await frontEnd({
    forward: [{ from: 'https://shop.example', to: receiver.baseUrl }],
  })
  const { origin } = await startDev(config)
  const body = JSON.stringify({ url: 'https://shop.example/hooks', events: ['*'] })
  await fetch(`${origin}/v1/webhooks`, { method: 'POST', headers, body })
  await create(origin)
  await expect.poll(() => arrived).toEqual(['POST /hooks'])
})

test('the mock ends with a dev server that has no HTTP server of its own', async () => {
  const { config } = await frontEnd()
  const vite = await createServer({ ...config, server: { middlewareMode: true } })
  const server = createHttpServer(vite.middlewares).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const following = await fetch(`${origin}/__mock/journal`, { headers: { accept: 'text/event-stream' } })
  await vite.close()
  // The stream of the journal ends when the backend is closed, and not before.
  expect(await following.text()).toMatch(
    /^: journal\n\nevent: journal\ndata: \{"id":"[\da-f.]+","last":\d+\}\n\n$/,
  )
})

test('a dev server with a certificate has the mock too', async () => {
  const { ca, cert, key } = await createCertificate()
  const { config } = await frontEnd()
  const { origin } = await startDev({ ...config, server: { ...config.server, https: { cert, key } } })
  for (const allowH2 of [false, true]) {
    const dispatcher = new Agent({ allowH2, connect: { ca } })
    onTestFinished(() => dispatcher.destroy())
    const sent = { method: 'POST', headers, body: '{"type":"order.paid","data":{}}', dispatcher }
    const answer = await fetchTrusting(`${origin}/v1/events`, sent)
    expect([allowH2, answer.status]).toEqual([allowH2, 201])
    expect(await answer.json()).toMatchObject({ type: 'order.paid' })
    expect((await fetchTrusting(`${origin}/__mock/deliveries`, { dispatcher })).status).toBe(200)
  }
})

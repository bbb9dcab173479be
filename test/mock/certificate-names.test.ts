import { X509Certificate } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { EventDelivery } from '@event-delivery/sdk'
import { checks, runChecks } from '@event-delivery/conformance'
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

test('the suite judges the mock over TLS by the name of its host', async () => {
  const { baseUrl, dispatcher } = await serveAs('mock', ['mock'])
  const byName = async (request: Request) => {
    const { url, method } = request
    const headers = [...request.headers] as [string, string][]
    const body = method === 'GET' || method === 'HEAD' ? undefined : await request.text()
    return (await fetch(url, {
      method,
      headers,
      body,
      dispatcher,
      redirect: 'manual',
    })) as unknown as Response
  }
  const few = checks.filter(({ id }) => /^(create-event|event-id|has-more)/.test(id))
  const report = await runChecks({ baseUrl, fetch: byName, keys: mockKeys }, few, { mode: 'full' })
  expect(report.checks.filter(({ status }) => status === 'failed' || status === 'errored')).toEqual([])
  expect(report.summary.passed).toBeGreaterThan(3)
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

test('a certificate names all of its hosts and addresses, and those of this machine besides', async () => {
  const names = ['mock', 'mock.test', '*.apps.test', '10.0.0.5', 'fd00::5', 'bücher.test']
  const cert = new X509Certificate((await createCertificate(names)).cert)
  for (const host of ['localhost', 'mock', 'mock.test', 'a.apps.test', 'xn--bcher-kva.test']) {
    expect(cert.checkHost(host), host).toBeTruthy()
  }
  for (const address of ['127.0.0.1', '::1', '10.0.0.5', 'fd00::5'])
    expect(cert.checkIP(address), address).toBe(address)
  expect(cert.checkHost('other.test')).toBeUndefined()
})

test.each(['', 'https://mock.test', 'mock.test:4010', 'a b'])(
  '%j is no name for a certificate',
  async (name) => {
    await expect(createCertificate([name])).rejects.toThrow(/host names and addresses, such as/)
    await expect(createCertificate([name])).rejects.toThrow(TypeError)
  },
)

import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createCertificate, createDeliveryFetch } from '@event-delivery/mock/node'
import { isInternal } from '../../mock/faces/node/addresses'
import { serveListener } from '../support/node-server'

/** An HTTPS receiver on loopback whose certificate no client trusts. */
async function startReceiver(answer: { status: number; headers?: Record<string, string> }) {
  const bodies: string[] = []
  const { port } = await serveListener(
    (incoming, outgoing) => {
      void text(incoming).then((body) => {
        bodies.push(body)
        outgoing.writeHead(answer.status, answer.headers).end('x'.repeat(100_000))
      })
    },
    { tls: await createCertificate(), until: onTestFinished },
  )
  return { bodies, port }
}

test('deliveries reach loopback whatever its certificate, say so once, and follow no redirect', async () => {
  const { bodies, port } = await startReceiver({
    status: 307,
    headers: { location: '/elsewhere', 'retry-after': '7' },
  })
  const lines: string[] = []
  const deliver = createDeliveryFetch({ logger: { info: (line) => lines.push(line) } })
  for (const host of ['127.0.0.1', 'localhost']) {
    const response = await deliver(`https://${host}:${port}/a`, { method: 'POST', body: 'héllo' })
    expect(response.status).toBe(307)
    expect(response.headers.get('retry-after')).toBe('7')
  }
  await deliver(`https://127.0.0.1:${port}/b`, { method: 'POST', body: 'again' })
  expect(bodies).toEqual(['héllo', 'héllo', 'again'])
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/not verified/)
})

test.each<[string, (url: string) => Parameters<typeof fetch>, string]>([
  ['a request without a body', (url: string) => [url, { headers: {} }], ''],
  [
    'a URL and bytes',
    (url: string) => [new URL(url), { method: 'POST', body: new Uint8Array([104, 105]) }],
    'hi',
  ],
  ['a Request', (url: string) => [new Request(url, { method: 'POST', body: 'hi' })], 'hi'],
])('the fetch of deliveries takes what any fetch takes: %s', async (_what, argumentsOf, body) => {
  const { bodies, port } = await startReceiver({ status: 200 })
  expect((await createDeliveryFetch()(...argumentsOf(`https://127.0.0.1:${port}/`))).status).toBe(200)
  expect(bodies).toEqual([body])
})

test('an exposed backend delivers to nothing internal, by address or by name', async () => {
  const { bodies, port } = await startReceiver({ status: 204 })
  const deliver = createDeliveryFetch({ allowInternal: false })
  for (const host of '127.0.0.1 localhost [::1] [::ffff:127.0.0.1] 169.254.169.254 2130706433'.split(' ')) {
    await expect(deliver(`https://${host}:${port}/`, { method: 'POST', body: '' }), host).rejects.toThrow(
      '--allow-private',
    )
  }
  expect(bodies).toEqual([])
})

test('a delivery under way is given up when its signal is aborted', async () => {
  const stop = new AbortController()
  const { baseUrl } = await serveListener(() => stop.abort(), {
    tls: await createCertificate(),
    until: onTestFinished,
  })
  const { signal } = stop
  const sent = createDeliveryFetch()(baseUrl, { method: 'POST', body: '', signal })
  await expect(sent).rejects.toThrow(/abort/i)
})

const internal = '10.1.2.3 172.31.255.255 192.168.0.1 100.64.0.1 169.254.169.254 0.0.0.0 224.0.0.1 192.0.2.1'
const internal6 = '::1 :: fd00::1 fe80::1%eth0 fec0::1 2001:db8::1'
const embedding = '::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1:: ::7f00:1 64:ff9b:1::808:808 2001:0:808:808::'
const open = '172.32.0.1 8.8.8.8 2606:4700::1111 ::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::'

test.each(`${internal} ${internal6} ${embedding}`.split(' '))('%s is internal', (address) => {
  expect(isInternal(address)).toBe(true)
})

test.each(open.split(' '))('%s is not internal', (address) => {
  expect(isInternal(address)).toBe(false)
})

import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createCertificate, createDeliveryFetch } from '@event-delivery/mock/node'
import { isInternal } from '../../mock/faces/node/addresses'
import { isLoopback } from '../../mock/http/loopback'
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

test('an exposed backend delivers to nothing internal, by address or by name', async () => {
  const { bodies, port } = await startReceiver({ status: 204 })
  const deliver = createDeliveryFetch({ allowInternal: false })
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '2130706433',
  ]) {
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

test.each([
  ['10.1.2.3', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.0.1', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['::', true],
  ['fd00::1', true],
  ['fe80::1%eth0', true],
  ['2606:4700::1111', false],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', true],
  ['64:ff9b::808:808', false],
  ['2002:a00:1::', true],
  ['2002:808:808::', false],
  ['::7f00:1', true],
  ['64:ff9b:1::808:808', true],
  ['2001:0:808:808::', true],
  ['fec0::1', true],
  ['2001:db8::1', true],
  ['192.0.2.1', true],
])('%s is internal: %s', (address, expected) => {
  expect(isInternal(address)).toBe(expected)
})

test.each([
  ['localhost', true],
  ['mock.localhost:4010', true],
  ['127.8.9.10', true],
  ['[::1]:4010', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['127.0.0.256', false],
  ['0.0.0.0', false],
  ['::ffff:10.0.0.1', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

import { Agent } from 'node:https'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createCertificate,
  createDeliveryFetch,
  createForwards,
  parseForward,
  type Certificate,
} from '@event-delivery/mock/node'
import { serveListener } from '../support/node-server'

const hook = { from: 'https://shop.example/hook', to: 'http://localhost:3000/in' }

test.each([
  ['https://shop.example/hook', 'http://localhost:3000/in'],
  ['https://shop.example/hook/', 'http://localhost:3000/in/'],
  ['https://shop.example/hook/orders?x=1&y=%20', 'http://localhost:3000/in/orders?x=1&y=%20'],
  ['https://shop.example/hook?x=1', 'http://localhost:3000/in?x=1'],
  ['https://SHOP.example:443/hook', 'http://localhost:3000/in'],
])('%s goes to %s', (url, target) => {
  expect(createForwards([hook]).target(url)).toBe(target)
})

test.each([
  'https://shop.example/hooks',
  'https://shop.example/',
  'https://shop.example.evil.example/hook',
  'https://shop.example:8443/hook',
  'http://shop.example/hook',
])('%s stays where it is', (url) => {
  expect(createForwards([hook]).target(url)).toBe(url)
})

test('a whole host is forwarded, and the longest of several forwards decides', () => {
  const forwards = createForwards([
    { from: 'https://shop.example', to: 'http://localhost:1/' },
    { from: 'https://shop.example/a/b', to: 'http://localhost:3?key=1' },
    { from: 'https://shop.example/a', to: 'http://localhost:2' },
  ])
  expect(forwards.target('https://shop.example/x?y=2')).toBe('http://localhost:1/x?y=2')
  expect(forwards.target('https://shop.example/a/c')).toBe('http://localhost:2/c')
  forwards.add({ from: 'https://root.example', to: 'http://localhost:4/hooks' })
  expect(forwards.target('https://root.example')).toBe('http://localhost:4/hooks')
  expect(forwards.target('https://root.example/?x=/')).toBe('http://localhost:4/hooks?x=/')
  expect(forwards.target('https://shop.example/a/b?y=2')).toBe('http://localhost:3/?key=1&y=2')
  forwards.replace([])
  expect(forwards.target('https://shop.example/x')).toBe('https://shop.example/x')
})

test('a wrong forward is refused by name, and the others stay', () => {
  const forwards = createForwards([hook])
  expect(() => forwards.replace([{ from: 'ftp://shop.example', to: hook.to }])).toThrow(/ftp:.*from/)
  expect(() => forwards.replace([{ from: hook.from, to: 'localhost:3000' }])).toThrow(/localhost:3000.*to/)
  expect(() => forwards.replace([{ from: 'https://shop.example/?a=1', to: hook.to }])).toThrow(
    /beyond a path/,
  )
  expect(forwards.list()).toEqual([{ id: 'fwd_1', ...hook }])
})

test('FROM=TO is read from a command line, an equals sign within a URL included', () => {
  expect(parseForward('https://shop.example/a=b=http://localhost:3000/?c=d')).toEqual({
    from: 'https://shop.example/a=b',
    to: 'http://localhost:3000/?c=d',
  })
  for (const wrong of ['https://shop.example', 'https://shop.example=localhost:1', '=http://localhost:1']) {
    expect(() => parseForward(wrong), wrong).toThrow(TypeError)
  }
})

/** A receiver on loopback that notes each request. */
async function startReceiver(tls?: Certificate) {
  const heard: { path?: string; host?: string }[] = []
  const { port } = await serveListener(
    ({ url, headers }, outgoing) => {
      heard.push({ path: url, host: headers.host })
      outgoing.end()
    },
    { tls, until: onTestFinished },
  )
  return { heard, port }
}

test('a delivery to a public URL reaches the local one, from its next attempt on', async () => {
  const { heard, port } = await startReceiver()
  const forwards = createForwards()
  const deliver = createDeliveryFetch({ forwards })
  forwards.replace([{ from: 'https://shop.invalid/hook', to: `http://127.0.0.1:${port}/in` }])
  const response = await deliver('https://shop.invalid/hook/orders?x=1', { method: 'POST', body: '{}' })
  expect(response.status).toBe(200)
  expect(heard).toEqual([{ path: '/in/orders?x=1', host: `127.0.0.1:${port}` }])
})

test('a forward may lead to this machine, though deliveries of an exposed mock may not', async () => {
  const { heard, port } = await startReceiver()
  const forwards = createForwards([{ from: 'https://shop.invalid', to: `http://127.0.0.1:${port}` }])
  const deliver = createDeliveryFetch({ forwards, allowInternal: false })
  expect((await deliver('https://shop.invalid/a', { method: 'POST', body: '' })).status).toBe(200)
  await expect(deliver(`http://127.0.0.1:${port}/b`, { method: 'POST', body: '' })).rejects.toThrow(
    '--allow-private',
  )
  expect(heard.map(({ path }) => path)).toEqual(['/a'])
})

test('beyond loopback only an authority from the options is trusted', async () => {
  const trusted = await createCertificate('receiver.invalid')
  const { port } = await startReceiver(trusted)
  // The name is no loopback name though it resolves to this machine, so its certificate is verified.
  const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  const url = `https://receiver.invalid:${port}/`
  const post = { method: 'POST', body: '' }
  await expect(createDeliveryFetch({ lookup })(url, post)).rejects.toThrow(/certificate/)
  // Node finds a connection by a name, which would be as long as all authorities together where they were given to each request.
  const naming = vi.spyOn(Agent.prototype, 'getName')
  expect((await createDeliveryFetch({ lookup, ca: [trusted.ca] })(url, post)).status).toBe(200)
  expect(Math.max(...naming.mock.results.map(({ value }) => String(value).length))).toBeLessThan(1_000)
  naming.mockRestore()
  const other = await createCertificate('receiver.invalid')
  await expect(createDeliveryFetch({ lookup, ca: [other.ca] })(url, post)).rejects.toThrow(/certificate/)
})

test('a name that resolves to private addresses is not connected to', async () => {
  const { heard, port } = await startReceiver()
  let asked = 0
  const lookup = (host: string) => {
    asked++
    expect(host).toBe('rebinding.invalid')
    return Promise.resolve([
      { address: '127.0.0.1', family: 4 },
      { address: '64:ff9b::7f00:1', family: 6 },
    ])
  }
  const deliver = createDeliveryFetch({ lookup, allowInternal: false })
  await expect(deliver(`http://rebinding.invalid:${port}/`, { method: 'POST', body: '' })).rejects.toThrow(
    'rebinding.invalid leads to an address that deliveries may not reach',
  )
  expect([asked, heard]).toEqual([1, []])
})

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { validateError } from '../../generated/response-validators'
import { createBackend, type Backend } from '@event-delivery/mock'
import {
  createCertificate,
  createDeliveryFetch,
  PortTakenError,
  serve,
  type Certificate,
  type RunningServer,
} from '@event-delivery/mock/node'
import { isInternal } from '../../mock/faces/node/addresses'
import { isLoopback } from '../../mock/http/loopback'
import { serveListener } from '../support/node-server'

const authorization = 'Bearer sk_live_mock'
const json = { authorization, 'content-type': 'application/json' }
let certificate: Certificate
let backend: Backend
let plain: RunningServer
let secure: RunningServer

beforeAll(async () => {
  certificate = await createCertificate()
  backend = createBackend({ fetch: createDeliveryFetch() })
  plain = await serve(backend, { port: 0 })
  secure = await serve(backend, { port: 0, tls: certificate })
})

afterAll(async () => {
  await Promise.all([plain.close(), secure.close(), backend.close()])
})

/** Sends a request over TLS that trusts the authority alone. */
async function get(host: string, path: string): Promise<{ status: number | undefined; body: string }> {
  const outgoing = requestTls({
    host,
    port: secure.port,
    path,
    ca: certificate.ca,
    headers: { authorization },
  })
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: incoming.statusCode, body: await text(incoming) }
}

/** Sends bytes that no client library would send, and returns the answer. */
async function sendBytes(bytes: string | Buffer, port = plain.port): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.end(bytes)
  let heard = ''
  for await (const chunk of socket.setEncoding('latin1')) heard += String(chunk)
  return heard
}

test('the whole interface answers over HTTP', async () => {
  const created = await fetch(`${plain.baseUrl}/v1/events`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ type: 'a', data: { text: 'é😊' } }),
  })
  expect(created.status).toBe(201)
  expect(created.statusText).toBe('Created')
  const event = (await created.json()) as { id: string }
  const listed = await fetch(`${plain.baseUrl}/v1/events?limit=1`, { headers: { authorization } })
  expect(await listed.json()).toMatchObject({ data: [event] })
})

test('HTTPS answers clients that trust the authority under each name of this machine', async () => {
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await get(host, '/v1/events')).toMatchObject({ status: 200 })
})

test('a client that does not trust the authority gets no answer, and each authority signs one certificate', async () => {
  await expect(fetch(`${secure.baseUrl}/v1/events`)).rejects.toThrow()
  const other = await createCertificate()
  const socket = connectTls({ port: secure.port, host: '127.0.0.1', ca: other.ca })
  await expect(once(socket, 'secureConnect')).rejects.toThrow()
})

test('the TLS port answers no plain request', async () => {
  expect(await sendBytes('GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n', secure.port)).not.toMatch(
    /^HTTP/,
  )
  expect(await get('127.0.0.1', '/v1/events')).toMatchObject({ status: 200 })
})

const nasty: [name: string, bytes: string | Buffer, status: number][] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n', 400],
  ['a split header', 'GET /v1/events HTTP/1.1\r\nHost: localhost\r\nX-A: b\rInjected: c\r\n\r\n', 400],
  [
    'two lengths',
    'POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
  ],
  [
    'length and chunks',
    'POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['huge headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'a path of bad bytes',
    Buffer.from('GET /v1/\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 'latin1'),
    400,
  ],
  [
    'a full URL as target',
    'GET http://evil.example/v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    403,
  ],
  ['an asterisk as target', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
  ['a broken host', 'GET /v1/events HTTP/1.1\r\nHost: a b/c@d\r\nConnection: close\r\n\r\n', 400],
  ['dots in the path', 'GET /v1/../v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 401],
  ['TRACE', 'TRACE /v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
  [
    'bad UTF-8',
    Buffer.concat([
      Buffer.from(
        `POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 26\r\nConnection: close\r\n\r\n{"type":"`,
      ),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('","data":{}}  '),
    ]),
    400,
  ],
]

test.each(nasty)('%s gets the error envelope over a bare socket', async (_name, bytes, status) => {
  const heard = await sendBytes(bytes)
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(validateError(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4)))).toBe(true)
})

test.each([
  ['no Host', 'GET /v1/events HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'an Expect of its own',
    'GET /v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: x\r\n\r\n',
    417,
  ],
  ['a method of its own', 'FETCH /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['headers of 20 kB', `GET /v1/events HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('a request with %s gets the error envelope', async (_name, request, status) => {
  const socket = connect(plain.port, '127.0.0.1')
  socket.end(request)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`))
  expect(validateError(JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? ''))).toBe(true)
})

test('a connection that breaks in the middle of a body harms no other', async () => {
  const socket = connect(plain.port, '127.0.0.1')
  const beginning = `POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"type"`
  await new Promise((resolve) => socket.write(beginning, resolve))
  socket.destroy()
  expect((await fetch(`${plain.baseUrl}/v1/events`, { headers: { authorization } })).status).toBe(200)
})

test.each([true, false])(
  'an oversized body is refused, its length declared or not (%s)',
  async (declared) => {
    const body = new Uint8Array(300_000)
    const response = await fetch(`${plain.baseUrl}/v1/events`, {
      method: 'POST',
      headers: json,
      body: declared ? body : new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(validateError(await response.json())).toBe(true)
  },
)

test('a taken port is said, with one that is free', async () => {
  const error = await serve(backend, { port: plain.port }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(PortTakenError)
  const free = Number(/Port (\d+) is free/.exec((error as Error).message)?.[1])
  const server = await serve(backend, { port: free })
  await server.close()
})

test.each([false, true])(
  'close ends idle connections at once (TLS: %s), and twice is no harm',
  async (tls) => {
    const server = await serve(backend, { port: 0, tls: tls ? await createCertificate() : undefined })
    const unused = connect(server.port, '127.0.0.1')
    const used = tls
      ? connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
      : connect(server.port, '127.0.0.1')
    used.write('GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await Promise.all([once(used, 'data'), once(unused, 'connect')])
    unused.on('error', () => {})
    // The time for requests under way never ends here: close resolves only if it does not need that time.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await server.close()
    await server.close()
    vi.useRealTimers()
    await expect(fetch(`${server.baseUrl}/v1/events`)).rejects.toThrow()
  },
)

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

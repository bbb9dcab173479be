import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { validateError } from '../../generated/response-validators'
import type { Backend } from '@event-delivery/mock'
import {
  createCertificate,
  createDeliveryFetch,
  PortTakenError,
  serve,
  type Certificate,
  type RunningServer,
} from '@event-delivery/mock/node'
import { createTestBackend } from '../support/test-backend'

const authorization = 'Bearer sk_live_mock'
const json = { authorization, 'content-type': 'application/json' }
let certificate: Certificate
let backend: Backend
let plain: RunningServer
let secure: RunningServer

beforeAll(async () => {
  certificate = await createCertificate()
  backend = createTestBackend({ fetch: createDeliveryFetch() }, afterAll)
  plain = await serve(backend, { port: 0 })
  secure = await serve(backend, { port: 0, tls: certificate })
})

afterAll(async () => {
  await Promise.all([plain.close(), secure.close()])
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

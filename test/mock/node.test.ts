import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { validateError } from '../../generated/response-validators'
import { createCertificate, createDeliveryFetch, PortTakenError, serve } from '@event-delivery/mock/node'
import { sendBytes } from '../support/raw-http'
import { createTestBackend } from '../support/test-backend'

const authorization = 'Bearer sk_live_mock'
const json = { authorization, 'content-type': 'application/json' }
const certificate = await createCertificate()
const backend = createTestBackend({ fetch: createDeliveryFetch() }, afterAll)
const plain = await serve(backend, { port: 0 })
const secure = await serve(backend, { port: 0, tls: certificate })
afterAll(() => Promise.all([plain.close(), secure.close()]))

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
  // Proxies and clients that keep an idle connection for a minute end it before the server does.
  expect(listed.headers.get('keep-alive')).toBe('timeout=75')
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

const close = 'Host: localhost\r\nConnection: close'
const post = 'POST /v1/events HTTP/1.1\r\nHost: localhost'
const ofLength = (length: number) =>
  `${post}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}`

/** Requests of which no client library would send one, without the empty line behind their headers. */
const nasty: [name: string, head: string, status: number, body?: string][] = [
  ['no HTTP at all', 'hello', 400],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nnonsense', 400],
  ['a split header', 'GET /v1/events HTTP/1.1\r\nHost: localhost\r\nX-A: b\rInjected: c', 400],
  ['two lengths', `${post}\r\nContent-Length: 1\r\nContent-Length: 2`, 400, 'ab'],
  ['length and chunks', `${post}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked`, 400, '0\r\n\r\n'],
  ['headers of 20 kB', `GET /v1/events HTTP/1.1\r\n${close}\r\nX: ${'x'.repeat(20_000)}`, 431],
  ['a path of bad bytes', `GET /v1/\xff\xfe HTTP/1.1\r\n${close}`, 400],
  ['a full URL as target', `GET http://evil.example/v1/events HTTP/1.1\r\n${close}`, 403],
  ['an asterisk as target', `OPTIONS * HTTP/1.1\r\n${close}`, 404],
  ['a broken host', 'GET /v1/events HTTP/1.1\r\nHost: a b/c@d\r\nConnection: close', 400],
  ['no host', 'GET /v1/events HTTP/1.1\r\nConnection: close', 400],
  ['dots in the path', `GET /v1/../v1/events HTTP/1.1\r\n${close}`, 401],
  ['TRACE', `TRACE /v1/events HTTP/1.1\r\n${close}`, 405],
  ['a method of its own', 'FETCH /v1/events HTTP/1.1\r\nHost: localhost', 400],
  ['an Expect of its own', `GET /v1/events HTTP/1.1\r\n${close}\r\nExpect: x`, 417],
  ['bad UTF-8', `${ofLength(26)}\r\nConnection: close`, 400, '{"type":"\xc3\x28\xff","data":{}}  '],
]

test.each(nasty)('%s gets the error envelope over a bare socket', async (_name, head, status, body = '') => {
  const heard = await sendBytes(Buffer.from(`${head}\r\n\r\n${body}`, 'latin1'), plain.port)
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`))
  expect(validateError(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4)))).toBe(true)
})

test('a connection that breaks in the middle of a body harms no other', async () => {
  const socket = connect(plain.port, '127.0.0.1')
  await new Promise((resolve) => socket.write(`${ofLength(100)}\r\n\r\n{"type"`, resolve))
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

/** Connects to a server of this machine, over TLS to one that speaks it. */
const connectTo = (port: number, tls: boolean) =>
  tls ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }) : connect(port, '127.0.0.1')

test.each([false, true])('close lets a request under way end (TLS: %s)', async (tls) => {
  const server = await serve(backend, { port: 0, tls: tls ? await createCertificate() : undefined })
  const client = connectTo(server.port, tls).setEncoding('utf8')
  const body = JSON.stringify({ type: 'a', data: {} })
  const fields = { ...json, host: 'localhost', 'content-length': body.length, expect: '100-continue' }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  client.write(`POST /v1/events HTTP/1.1\r\n${head.join('')}\r\n`)
  expect((await once(client, 'data'))[0]).toContain(' 100 ')
  const closed = server.close()
  client.write(body)
  expect(await text(client)).toContain('HTTP/1.1 201 ')
  await closed
})

test.each([false, true])(
  'close ends idle connections at once (TLS: %s), and twice is no harm',
  async (tls) => {
    const server = await serve(backend, { port: 0, tls: tls ? await createCertificate() : undefined })
    const unused = connect(server.port, '127.0.0.1')
    const used = connectTo(server.port, tls)
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

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createBackend, type Backend, type JournalEntry } from '@event-delivery/mock'
import { createCertificate, type RunningServer } from '@event-delivery/mock/node'
import { firstToGiveWay, type Connection } from '../../mock/faces/node/give-way'
import { defaultLimits, type ServerLimits } from '../../mock/faces/node/limits'
import { serveWithin } from '../../mock/faces/node/serve'
import { eventually } from '../support/eventually'
import { readAnswer } from '../support/raw-http'

const authorization = 'Bearer sk_live_mock'
const forever = 2 ** 30
const patient: ServerLimits = {
  connections: 1_000,
  headers: forever,
  request: forever,
  answer: forever,
  unread: forever,
  stall: forever,
  sweep: 5,
}
const open: Socket[] = []

afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

async function serveTest(
  limits: Partial<ServerLimits>,
  backend: Backend = backendOf(),
  tls?: { key: string; cert: string },
) {
  const server = await serveWithin({ ...patient, headers: limits.request ?? forever, ...limits }, backend, {
    port: 0,
    tls,
  })
  onTestFinished(() => server.close())
  return server
}

function backendOf(entries: JournalEntry[] = []): Backend {
  const backend = createBackend({
    fetch: async () => new Response(),
    onEntry: (entry) => entries.push(entry),
  })
  onTestFinished(() => backend.close())
  return backend
}

/** A client that writes when it is told to, and reads only what a test asks for. */
async function dial({ port }: RunningServer): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  return socket
}

const closed = (socket: Socket) => new Promise((resolve) => socket.on('close', resolve))
/** The end of what the server sends. A client that keeps its side open hears nothing more. */
const ended = (socket: Socket) => Promise.race([once(socket, 'end'), closed(socket)])
const heardBy = async (socket: Socket) => {
  let heard = ''
  for await (const chunk of socket.setEncoding('latin1')) heard += String(chunk)
  return heard
}
const get = 'GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_live_mock\r\n\r\n'
const post = (length: number) =>
  `POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const isServed = async ({ baseUrl }: RunningServer) =>
  (await fetch(`${baseUrl}/v1/events`, { headers: { authorization, connection: 'close' } })).status

test('a connection that says nothing is closed without a word', async () => {
  const server = await serveTest({ headers: 20 })
  const socket = await dial(server)
  expect(await heardBy(socket)).toBe('')
})

test('a handshake of TLS that is never begun ends too', async () => {
  const server = await serveTest({ headers: 20 }, undefined, await createCertificate())
  const socket = await dial(server)
  socket.resume()
  await ended(socket)
})

test('headers that drip get 408 when their time is over, the connection ends, and the journal says so', async () => {
  const entries: JournalEntry[] = []
  const server = await serveTest({ headers: 50 }, backendOf(entries))
  const socket = await dial(server)
  const gone = closed(socket)
  socket.write('GET /v1/events HTTP/1.1\r\nHost: loc')
  const drip = setInterval(() => socket.write('a'), 5)
  onTestFinished(() => clearInterval(drip))
  const answer = readAnswer(await heardBy(socket))
  expect([answer.status, answer.json?.error.code]).toEqual([408, 'request_timeout'])
  await gone
  expect(entries).toMatchObject([{ kind: 'request', status: 408, refusal: { code: 'request_timeout' } }])
})

test('a body that drips gets 408 when its time is over, though some of it comes all along', async () => {
  const server = await serveTest({ request: 50 })
  const socket = await dial(server)
  const gone = closed(socket)
  socket.write(post(100_000))
  const drip = setInterval(() => socket.write(' '), 5)
  onTestFinished(() => clearInterval(drip))
  expect(readAnswer(await heardBy(socket)).status).toBe(408)
  await gone
})

test('a refused request whose body goes on for ever ends too', async () => {
  const server = await serveTest({ request: 50 })
  const socket = await dial(server)
  socket.resume()
  socket.write(post(100_000).replace('localhost', 'evil.example'))
  const drip = setInterval(() => socket.write(' '), 5)
  onTestFinished(() => clearInterval(drip))
  await closed(socket)
})

async function fillUp(backend: Backend, bytes: number, count: number) {
  for (let made = 0; made < count; made++) {
    const body = JSON.stringify({ type: 'large', data: { text: 'x'.repeat(bytes) } })
    const headers = { authorization, 'content-type': 'application/json' }
    await backend.fetch(new Request('http://localhost/v1/events', { method: 'POST', headers, body }))
  }
}

test('a client that does not read its answer loses its connection when the time is over', async () => {
  const backend = backendOf()
  await fillUp(backend, 250_000, 100)
  let isOver = () => false
  const answer: Backend['answer'] = (request, read, peer) => {
    isOver = peer?.gone ?? isOver
    return backend.answer(request, read, peer)
  }
  const server = await serveTest({ answer: 20 }, { ...backend, answer })
  const socket = await dial(server)
  socket.write(get.replace('/v1/events', '/v1/events?limit=100'))
  await once(socket, 'readable')
  await eventually(() => expect(isOver()).toBe(true))
  await ended(socket.resume())
  // The part that the systems of both sides had taken is all that came.
  expect(socket.bytesRead).toBeLessThan(25_000_000)
})

test('where many answers wait unread, the oldest ones give way', async () => {
  const backend = backendOf()
  await fillUp(backend, 250_000, 100)
  const server = await serveTest({ unread: 55_000_000 }, backend)
  const readers: Socket[] = []
  for (let count = 0; count < 3; count++) {
    const reader = await dial(server)
    reader.write(get.replace('/v1/events', '/v1/events?limit=100'))
    await once(reader, 'readable')
    readers.push(reader)
  }
  const [oldest, ...others] = readers as [Socket, Socket, Socket]
  await ended(oldest.resume())
  expect(oldest.bytesRead).toBeLessThan(25_000_000)
  for (const reader of others) {
    let heard = 0
    reader.on('data', (chunk: Buffer) => (heard += chunk.length))
    await eventually(() => expect(heard).toBeGreaterThan(25_000_000))
  }
})

test('a client that reads in time gets the whole of a long answer', async () => {
  const backend = backendOf()
  await fillUp(backend, 250_000, 100)
  const { baseUrl } = await serveTest({}, backend)
  const response = await fetch(`${baseUrl}/v1/events?limit=100`, { headers: { authorization } })
  expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(100)
})

test('a client that leaves a stream unread loses its connection, and the stream is cancelled', async () => {
  let cancelled = false
  let made = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => controller.enqueue(new Uint8Array(65_536 + 0 * made++)),
      cancel: () => void (cancelled = true),
    },
    { highWaterMark: 0 },
  )
  const backend = { answer: async () => ({ status: 200, headers: {}, body: stream }) }
  const server = await serveWithin({ ...patient, stall: 20 }, backend, { port: 0 })
  onTestFinished(() => server.close())
  const socket = await dial(server)
  socket.write(get)
  await once(socket, 'readable')
  await eventually(() => expect(cancelled).toBe(true))
  // What nobody reads is not made either.
  expect(made * 65_536).toBeLessThan(50_000_000)
})

test('where there is no room the silent connections give way, oldest first, and others are served', async () => {
  const server = await serveTest({ connections: 20 })
  const silent = await Promise.all(Array.from({ length: 20 }, () => dial(server)))
  const first = ended(silent[0]!.resume())
  expect(await isServed(server)).toBe(200)
  await first
  for (let count = 0; count < 40; count++) expect(await isServed(server)).toBe(200)
  expect(silent.at(-1)!.closed).toBe(false)
})

test('a request on its way gives way to a newcomer only where all others are on their way too', async () => {
  const server = await serveTest({ connections: 4 })
  const drips = await Promise.all(Array.from({ length: 4 }, () => dial(server)))
  for (const drip of drips) drip.write(post(1_000))
  await eventually(async () => expect(await isServed(server)).toBe(200))
})

test('a connection gives way by what it is worth, then by its age', () => {
  const connection = (turn: number, last?: { writableFinished: boolean; complete: boolean }): Connection => ({
    socket: {} as Socket,
    turn,
    last:
      last &&
      ({ writableFinished: last.writableFinished, req: { complete: last.complete } } as ServerResponse),
  })
  const newcomer = connection(9)
  const silent = [connection(3), connection(4)]
  const idle = [
    connection(1, { writableFinished: true, complete: true }),
    connection(2, { writableFinished: true, complete: true }),
  ]
  const receiving = connection(5, { writableFinished: false, complete: false })
  const answering = connection(0, { writableFinished: false, complete: true })
  const all = [newcomer, answering, receiving, ...[...idle, ...silent].reverse()]
  const order: Connection[] = []
  while (order.at(-1) !== newcomer) {
    order.push(
      firstToGiveWay(
        all.filter((one) => !order.includes(one)),
        newcomer,
      ),
    )
  }
  expect(order).toEqual([...silent, ...idle, receiving, newcomer])
})

test.each([
  ['length after chunks', 'Transfer-Encoding: chunked\r\nContent-Length: 5'],
  ['chunks after length', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['chunks that are not last', 'Transfer-Encoding: chunked, gzip'],
  ['an unknown coding alone', 'Transfer-Encoding: gzip'],
  ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
  ['a name with a space', 'Transfer-Encoding : chunked'],
  ['chunks in HTTP/1.0', 'Transfer-Encoding: chunked', '1.0'],
])(
  'a body with %s is 400, and what follows is no second request',
  async (_name, framing, version = '1.1') => {
    const entries: JournalEntry[] = []
    const server = await serveTest({}, backendOf(entries))
    const socket = await dial(server)
    socket.end(
      `POST /v1/events HTTP/${version}\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n0\r\n\r\n${get}`,
    )
    const heard = await heardBy(socket)
    expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    await eventually(() =>
      expect(entries).toMatchObject([{ kind: 'request', method: 'POST', path: '/v1/events', status: 400 }]),
    )
  },
)

test('CONNECT is refused with the envelope', async () => {
  const entries: JournalEntry[] = []
  const server = await serveTest({}, backendOf(entries))
  const socket = await dial(server)
  socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  expect(readAnswer(await heardBy(socket))).toMatchObject({
    status: 405,
    json: { error: { code: 'method_not_allowed' } },
  })
  expect(entries).toMatchObject([{ kind: 'request', method: 'CONNECT', status: 405 }])
})

test('the limits of a served mock end every attack within half a minute', () => {
  const { headers, request, answer, stall } = defaultLimits
  expect(headers).toBeLessThanOrEqual(5_000)
  for (const limit of [request, answer, stall]) expect(limit).toBeLessThanOrEqual(30_000)
})

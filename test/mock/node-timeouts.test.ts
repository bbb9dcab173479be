import { channel } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import type { JournalEntry } from '@event-delivery/mock'
import { createCertificate } from '@event-delivery/mock/node'
import { defaultLimits } from '../../mock/faces/node/limits'
import { heardBy, readAnswer } from '../support/raw-http'
import { authorization, backendOf, closed, dial, ended, post, serveTest } from './slow-clients'

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
  // A busy machine may be slow to read the first byte: a connection without one would end without a word.
  const server = await serveTest({ headers: 300 }, backendOf(entries))
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

test.each([
  ['', 'localhost', 408],
  [' that is refused', 'evil.example', 403],
])('a request%s whose body drips on for ever ends, with an answer', async (_, host, status) => {
  const server = await serveTest({ request: 50 })
  const socket = await dial(server)
  const gone = closed(socket)
  socket.write(post(100_000).replace('localhost', host))
  const drip = setInterval(() => socket.write(' '), 5)
  onTestFinished(() => clearInterval(drip))
  expect(readAnswer(await heardBy(socket)).status).toBe(status)
  await gone
})

/** Lets the whole process stand still once, for longer than any limit of these tests, as soon as Node tells of something. */
function standStillAt(event: string, before = () => {}): void {
  const stand = () => {
    channel(event).unsubscribe(stand)
    before()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  channel(event).subscribe(stand)
  onTestFinished(() => void channel(event).unsubscribe(stand))
}

test('a request that came while the process stood still is answered', async () => {
  const server = await serveTest({ headers: 50 })
  standStillAt('net.server.socket')
  const answer = await fetch(`${server.baseUrl}/v1/events`, { headers: { authorization } })
  expect(answer.status).toBe(200)
})

test('a body whose rest came while the process stood still is taken', async () => {
  const server = await serveTest({ request: 50 })
  const socket = await dial(server)
  const body = '{"type":"order.paid","data":{}}'
  standStillAt('http.server.request.start', () => socket.end(body))
  socket.write(post(body.length))
  expect(readAnswer(await heardBy(socket)).status).toBe(201)
})

test('the limits of a served mock end every attack within half a minute', () => {
  const { headers, request, answer, stall } = defaultLimits
  expect(headers).toBeLessThanOrEqual(5_000)
  for (const limit of [request, answer, stall]) expect(limit).toBeLessThanOrEqual(30_000)
})

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Backend, JournalEntry } from '@event-delivery/mock'
import { defaultLimits, limitsWithin } from '../../mock/faces/node/limits'
import { eventually } from '../support/eventually'
import { heardBy, readAnswer } from '../support/raw-http'
import {
  authorization,
  backendOf,
  dial,
  ended,
  fillUp,
  get,
  post,
  serveTest,
  statusForOthers,
} from './slow-clients'

/** A backend whose page of a hundred events is longer than what the systems of both sides take unread. */
const full = fillUp(backendOf([], afterAll), 250_000, 100)

test('a client that does not read its answer loses its connection when the time is over', async () => {
  const backend = await full
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
  const backend = await full
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
  const backend = await full
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
  const server = await serveTest({ stall: 20 }, backend)
  const socket = await dial(server)
  socket.write(get)
  await once(socket, 'readable')
  await eventually(() => expect(cancelled).toBe(true))
  // Answers that nobody reads are not made either.
  expect(made * 65_536).toBeLessThan(50_000_000)
})

test('a client that reads a stream in time keeps its connection, however long the stream waits for more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        // More is asked for when the client has read the first part.
        if (asked++ === 1) vi.advanceTimersByTime(20)
        if (asked <= 2) controller.enqueue(new Uint8Array(65_536))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const backend = { answer: async () => ({ status: 200, headers: {}, body: stream }) }
  const server = await serveTest({ stall: 20 }, backend)
  const socket = await dial(server)
  socket.write(get.replace('Host:', 'Connection: close\r\nHost:'))
  await ended(socket.resume())
  expect(socket.bytesRead).toBeGreaterThan(2 * 65_536)
})

test('where many bodies wait for their end, the oldest requests give way, and others are served', async () => {
  const entries: JournalEntry[] = []
  const server = await serveTest({ arriving: 100_000 }, backendOf(entries))
  const body = 'x'.repeat(40_000)
  const drip = async () => {
    const socket = await dial(server)
    socket.write(post(200_000) + body)
    // The order in which bodies begin is that in which their first bytes are read.
    expect(await statusForOthers(server)).toBe(200)
    return socket
  }
  const [oldest, other] = [await drip(), await drip()]
  const gone = ended(oldest.resume())
  await drip()
  const whole = JSON.stringify({ type: 'large', data: { text: 'x'.repeat(50_000) } })
  const headers = { authorization, 'content-type': 'application/json' }
  const created = await fetch(`${server.baseUrl}/v1/events`, { method: 'POST', headers, body: whole })
  expect(created.status).toBe(201)
  await gone
  expect(other.closed).toBe(false)
  await eventually(() => expect(entries).toContainEqual(expect.objectContaining({ aborted: true })))
})

test('bodies that have come to their end count no more', async () => {
  const server = await serveTest({ arriving: 100_000 })
  const waiting = await dial(server)
  waiting.write(post(60_000) + '{"type":"a","data":{"t":"')
  const body = JSON.stringify({ type: 'large', data: { text: 'x'.repeat(60_000) } })
  const headers = { authorization, 'content-type': 'application/json' }
  for (let count = 0; count < 10; count++) {
    const { status } = await fetch(`${server.baseUrl}/v1/events`, { method: 'POST', headers, body })
    expect(status).toBe(201)
  }
  waiting.end('x'.repeat(60_000 - 28) + '"}}')
  expect(readAnswer(await heardBy(waiting)).status).toBe(201)
})

test('a snapshot that is longer than the bodies of all others may be is taken, and they are as well', async () => {
  const backend = await fillUp(backendOf(), 100_000, 5)
  const server = await serveTest({ arriving: 20_000 }, backend)
  const snapshot = await (await fetch(`${server.baseUrl}/__mock/snapshot`)).text()
  expect(snapshot.length).toBeGreaterThan(500_000)
  const drips = await dial(server)
  drips.write(post(10_000) + ' '.repeat(5_000))
  const json = { 'content-type': 'application/json' }
  const put = { method: 'PUT', headers: json, body: snapshot }
  expect((await fetch(`${server.baseUrl}/__mock/snapshot`, put)).status).toBe(204)
  expect(drips.closed).toBe(false)
})

test('the buffers of a server stay in proportion to the memory of its backend', () => {
  const { unread, arriving } = defaultLimits
  const mebibyte = 2 ** 20
  for (const [memory, share] of [
    [1, 16],
    [96, 24],
    [512, 128],
    [8_192, 128],
  ] as const) {
    const limits = limitsWithin(defaultLimits, memory * mebibyte)
    expect(limits).toMatchObject({ unread: share * mebibyte, arriving: share * mebibyte })
  }
  expect(limitsWithin(defaultLimits)).toMatchObject({ unread, arriving })
})

test('a small memory of the backend bounds the answers that wait unread', async () => {
  const backend = await full
  const server = await serveTest({}, { ...backend, maxMemory: 2 ** 24 })
  const readers = await Promise.all([dial(server), dial(server)])
  for (const reader of readers) {
    reader.write(get.replace('/v1/events', '/v1/events?limit=100'))
    await once(reader, 'readable')
  }
  await ended(readers[0].resume())
  expect(readers[0].bytesRead).toBeLessThan(25_000_000)
})

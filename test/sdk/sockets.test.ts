import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { EventDelivery, isEventDeliveryError, type Fetch } from '@event-delivery/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { serveListener } from '../support/node-server'
import { input, like, rejection, stored, apiKey, clientOf } from './client'

/** A client of a real server, which repeats nothing. */
async function clientOfServer(listener: RequestListener, options = {}) {
  const { baseUrl } = await serveListener(listener, { until: onTestFinished })
  return new EventDelivery({ apiKey: 'sk_live_1', baseUrl, maxRetries: 0, ...options })
}

const json = JSON.stringify(stored)

test('a connection reset in the middle of the body is an unknown outcome', async () => {
  const client = await clientOfServer((_, response) => {
    response.writeHead(201, { 'content-length': json.length })
    response.write(json.slice(0, 20), () => response.destroy())
  })
  const error = await rejection(client.events.create(input))
  expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' })
})

test('a body that drips slower than the timeout ends in time', async () => {
  const client = await clientOfServer(
    (_, response) => {
      response.writeHead(201)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
    { timeout: 200 },
  )
  const error = await rejection(client.events.create(input))
  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' })
})

test('a redirect of a POST is not followed', async () => {
  const seen: string[] = []
  const client = await clientOfServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await rejection(client.events.create(input))).toMatchObject({ status: 302, outcome: 'rejected' })
  expect(seen).toEqual(['POST /v1/events'])
})

test.each(['120  ', 'Thu, 22 May 2031 00:02:00 GMT\t'])(
  'a Retry-After with blanks behind it (%j) is read without them',
  async (value) => {
    const client = await clientOfServer((_, response) => {
      response.writeHead(429, { 'retry-after': value, date: 'Thu, 22 May 2031 00:00:00 GMT' }).end()
    })
    expect(await rejection(client.events.create(input))).toMatchObject({ retryAfter: 120 })
  },
)

test('a port where nobody listens is a request that was not sent', async () => {
  const { baseUrl, close } = await serveListener(() => {})
  await close()
  const client = new EventDelivery({ apiKey: 'sk_live_1', baseUrl, maxRetries: 0 })
  const error = await rejection(client.webhooks.create({ url: 'https://a.example', events: ['*'] }))
  expect(isEventDeliveryError(error)).toBe(true)
  const cause = { cause: { code: 'ECONNREFUSED' } }
  expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', cause })
})

test('a port that speaks plain HTTP is, behind https, a request that was not sent, and is told without the words of OpenSSL', async () => {
  const { port } = await serveListener(() => {}, { until: onTestFinished })
  const client = new EventDelivery({ apiKey, baseUrl: `https://127.0.0.1:${port}`, maxRetries: 0 })
  const error = await rejection(client.events.create(input))
  expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', retryable: true })
  expect((error as Error).message).toBe(
    `createEvent (POST https://127.0.0.1:${port}/v1/events) was not sent: the server does not speak TLS there. Check baseUrl: its port may be one of plain HTTP.`,
  )
})

test('a request has the method, the headers and the body that the interface asks for', async () => {
  let seen: unknown
  const client = await clientOfServer((request, response) => {
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers
    void text(request).then((body) => {
      seen = { method: request.method, authorization, type, key, body }
      response.writeHead(201, { 'content-type': 'application/json' }).end(json)
    })
  })
  const data = { text: 'héllo 😊 \u2028', nested: [{ a: null }], big: 1e21 }
  await client.events.create({ type: 'order.paid', data }, { idempotencyKey: 'k 1' })
  expect(seen).toEqual({
    method: 'POST',
    authorization: 'Bearer sk_live_1',
    type: 'application/json',
    key: 'k 1',
    body: JSON.stringify({ type: 'order.paid', idempotencyKey: 'k 1', data }),
  })
})

test('an aborted call closes its connection', async () => {
  let closed: Promise<unknown> | undefined
  const abort = new AbortController()
  const client = await clientOfServer((request) => {
    closed = once(request.socket, 'close')
    abort.abort()
  })
  const error = await rejection(client.events.create(input, { signal: abort.signal }))
  expect(error).toMatchObject({ name: 'AbortError' })
  await closed
})

const MiB = 2 ** 20

/** Writes without an end, as fast as the client reads. Resolves to the bytes that were written when the client hung up. */
async function writeEndlessly(response: ServerResponse): Promise<number> {
  const chunk = Buffer.alloc(65_536, 'a')
  let written = 0
  const source = function* () {
    for (;;) {
      written += chunk.length
      yield chunk
    }
  }
  await pipeline(source, response).catch(() => {})
  return written
}

test('an answer without an end is cut off at the limit, and the connection is closed', async () => {
  let written: Promise<number> | undefined
  const listener: RequestListener = (_, response) => {
    response.writeHead(201, { 'content-type': 'application/json' })
    written ??= writeEndlessly(response)
  }
  const client = await clientOfServer(listener, { maxRetries: 2 })
  const error = await rejection(client.events.create(input, { idempotencyKey: 'k' }))
  expect(error).toMatchObject({
    ...{ name: 'ServerError', status: 201, outcome: 'unknown', retryable: false, idempotencyKey: 'k' },
    ...{ attempts: [{ status: 201 }], message: like(/16777216 bytes.*maxResponseBytes/) },
  })
  // The buffers of two sockets hold some more.
  expect(await written).toBeLessThan(64 * MiB)
})

test('an error without an end is reported by its status', async () => {
  const client = await clientOfServer(
    (_, response) => {
      response.writeHead(403)
      void writeEndlessly(response)
    },
    { maxResponseBytes: MiB },
  )
  const error = await rejection(client.events.list())
  expect(error).toMatchObject({ name: 'PermissionError', outcome: 'rejected' })
})

test('a compressed answer counts by what it becomes', async () => {
  const bomb = gzipSync(Buffer.alloc(32 * MiB, ' '))
  let decoded = 0
  const counting: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        decoded += chunk.length
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(counter), response)
  }
  const client = await clientOfServer(
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    { maxResponseBytes: MiB, fetch: counting },
  )
  expect(await rejection(client.events.list())).toMatchObject({ name: 'ServerError', status: 200 })
  expect(decoded).toBeLessThan(4 * MiB)
})

test('a Content-Length that lies does not raise the limit', async () => {
  let pulled = 0
  let isCancelled = false
  const lying: Fetch = async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(pulled++)),
      cancel: () => void (isCancelled = true),
    })
    return new Response(endless, { status: 200, headers: { 'content-length': '2' } })
  }
  const { client } = clientOf(lying, { maxResponseBytes: MiB })
  expect(await rejection(client.events.list())).toMatchObject({ name: 'ServerError' })
  expect(pulled).toBeLessThan(20)
  expect(isCancelled).toBe(true)
})

test('an answer in the body of a Node stream, as node-fetch has it, is bounded too', async () => {
  let chunks = 0
  let isClosed = false
  async function* body() {
    try {
      for (;;) yield Buffer.alloc(65_536, chunks++)
    } finally {
      isClosed = true
    }
  }
  const headers = new Headers()
  const fetch: Fetch = async () => ({ ok: true, status: 200, headers, body: body(), text: async () => '' })
  const { client } = clientOf(fetch, { maxResponseBytes: MiB })
  expect(await rejection(client.events.list())).toMatchObject({ name: 'ServerError' })
  expect(chunks).toBeLessThan(20)
  expect(isClosed).toBe(true)
})

test('an answer as long as the limit is read, and text is whole where a chunk ends inside a character', async () => {
  const text = JSON.stringify({ ...stored, data: { text: '😊é'.repeat(50) } })
  const bytes = new TextEncoder().encode(text)
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
  const fetch: Fetch = async () => new Response(stream(), { status: 201 })
  const exact = clientOf(fetch, { maxResponseBytes: bytes.length }).client
  expect((await exact.events.create(input)).data).toEqual({ text: '😊é'.repeat(50) })
  const short = clientOf(fetch, { maxResponseBytes: bytes.length - 1 }).client
  const error = await rejection(short.events.create(input))
  expect(error).toMatchObject({ name: 'ServerError', outcome: 'unknown' })
})

test('an answer whose body cannot be streamed is read as text', async () => {
  const answered = { ok: true, status: 201, headers: new Headers(), text: async () => json }
  const { client } = clientOf(async () => answered)
  expect(await client.events.create(input)).toEqual(stored)
  expect((await client.http.GET('/v1/events')).data).toEqual(stored)
})

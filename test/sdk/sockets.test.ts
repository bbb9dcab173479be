import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { EventDelivery, isEventDeliveryError } from '@event-delivery/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { serveListener } from '../support/node-server'
import { input, rejection, stored } from './client'

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
  expect(await rejection(client.events.create(input))).toMatchObject({
    name: 'ConnectionError',
    outcome: 'unknown',
  })
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
  expect(await rejection(client.events.create(input))).toMatchObject({
    name: 'TimeoutError',
    outcome: 'unknown',
  })
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

test('a page of a proxy with status 200 is no event', async () => {
  const client = await clientOfServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')
  })
  expect(await rejection(client.events.create(input))).toMatchObject({
    name: 'ServerError',
    status: 200,
    outcome: 'unknown',
  })
})

test('a port where nobody listens is a request that was not sent', async () => {
  const { baseUrl, close } = await serveListener(() => {})
  await close()
  const client = new EventDelivery({ apiKey: 'sk_live_1', baseUrl, maxRetries: 0 })
  const error = await rejection(client.webhooks.create({ url: 'https://a.example', events: ['*'] }))
  expect(isEventDeliveryError(error)).toBe(true)
  expect(error).toMatchObject({
    name: 'ConnectionError',
    outcome: 'not-sent',
    cause: { cause: { code: 'ECONNREFUSED' } },
  })
})

test('a name that does not resolve is a request that was not sent', async () => {
  const client = new EventDelivery({ apiKey: 'sk_live_1', baseUrl: 'https://nobody.invalid', maxRetries: 0 })
  expect(await rejection(client.events.create(input))).toMatchObject({
    name: 'ConnectionError',
    outcome: 'not-sent',
  })
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
  expect(await rejection(client.events.create(input, { signal: abort.signal }))).toMatchObject({
    name: 'AbortError',
  })
  await closed
})

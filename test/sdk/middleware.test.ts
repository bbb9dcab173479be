import type { EventDelivery } from '@event-delivery/sdk'
import {
  answer,
  refuse,
  rateLimit,
  refuseConnection,
  reset,
  scriptedFetch,
} from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { apiKey, clientOf, created, input, rejection, stored } from './client'

type Middleware = Parameters<EventDelivery['http']['use']>[0]

const emptyPage = answer(200, { data: [], hasMore: false })

/** A client with a middleware, and what it sends. */
function clientWith(middleware: Middleware, ...steps: Parameters<typeof scriptedFetch>) {
  const fetch = scriptedFetch(...steps)
  const { client } = clientOf(fetch)
  client.http.use(middleware)
  return { client, fetch }
}

const calls: Record<string, (client: EventDelivery) => PromiseLike<unknown>> = {
  'http.GET': ({ http }) => http.GET('/v1/events'),
  'events.list': ({ events }) => events.list(),
}

test.each(Object.entries(calls))('a middleware sees a call of %s, and adds a header', async (_, call) => {
  const seen: unknown[] = []
  const { client, fetch } = clientWith(
    {
      onRequest({ request, schemaPath }) {
        seen.push([request.method, request.url, schemaPath])
        request.headers.set('x-trace', '1')
      },
      onResponse: ({ response }) => void seen.push(response.status),
    },
    emptyPage,
  )
  await call(client)
  expect(seen).toEqual([['GET', 'https://api.events.example/v1/events', '/v1/events'], 200])
  expect(fetch.requests[0]?.headers.get('x-trace')).toBe('1')
})

test('a middleware may return a request of its own, which is sent on each attempt', async () => {
  const { client, fetch } = clientWith(
    {
      async onRequest({ request }) {
        const body = { ...((await request.clone().json()) as object), data: { order: 7 } }
        return new Request(request, { body: JSON.stringify(body), headers: { ...Object.fromEntries(request.headers), 'x-own': '1' } }) // prettier-ignore
      },
    },
    reset(),
    created,
  )
  const { attempts } = await client.events.create(input, { idempotencyKey: 'k' }).withResponse()
  expect(attempts).toHaveLength(2)
  for (const { method, url, headers, body } of fetch.requests) {
    expect([method, url]).toEqual(['POST', 'https://api.events.example/v1/events'])
    expect([headers.get('x-own'), headers.get('idempotency-key')]).toEqual(['1', 'k'])
    expect(headers.get('authorization')).toBe(`Bearer ${apiKey}`)
    expect(JSON.parse(body)).toEqual({ type: 'order.paid', idempotencyKey: 'k', data: { order: 7 } })
  }
})

test('a middleware may replace the answer, and the resource returns what that holds', async () => {
  const { client } = clientWith(
    { onResponse: () => Response.json({ ...stored, id: 'evt_2' }, { status: 202 }) },
    created,
  )
  const { data, response, attempts } = await client.events.create(input).withResponse()
  expect(data.id).toBe('evt_2')
  expect([response.status, attempts.length]).toEqual([202, 1])
})

test('a middleware may answer in place of the service, and nothing is sent', async () => {
  const { client, fetch } = clientWith({ onRequest: () => Response.json(stored) }, created)
  const { data, attempts } = await client.events.retrieve('evt_1').withResponse()
  expect([data, attempts, fetch.requests]).toEqual([stored, [], []])
})

test('an answer of a middleware is judged like one of the service', async () => {
  const answers: [Response, object][] = [
    [Response.json({ error: { code: 'gone', message: 'Gone.' } }, { status: 410 }), { name: 'ApiError', code: 'gone', detail: 'Gone.' }], // prettier-ignore
    [new Response('<html>', { status: 502 }), { name: 'ServerError', status: 502 }],
    [new Response(null, { status: 204 }), { name: 'ServerError', status: 204 }],
    [Response.json({ id: 5 }), { name: 'ServerError', status: 200 }],
  ]
  for (const [response, error] of answers) {
    const { client } = clientWith({ onResponse: () => response }, created)
    expect(await rejection(client.events.create(input, { idempotencyKey: 'k' }))).toMatchObject({
      ...error,
      idempotencyKey: 'k',
      attempts: [{ status: 201 }],
    })
  }
})

test('a middleware may read the answer, and the resource returns it all the same', async () => {
  const read: unknown[] = []
  const { client } = clientWith(
    { onResponse: async ({ response }) => void read.push(await response.clone().json()) },
    created,
    refuse(404, 'not_found'),
  )
  expect(await client.events.create(input)).toEqual(stored)
  expect(await rejection(client.events.retrieve('evt_2'))).toMatchObject({ name: 'NotFoundError' })
  expect(read).toEqual([stored, { error: { code: 'not_found', message: 'not_found' } }])
})

test('a middleware sees a call once, whatever its retries, and the error where no answer came', async () => {
  const seen: string[] = []
  const middleware: Middleware = {
    onRequest: () => void seen.push('request'),
    onResponse: ({ response }) => void seen.push(`response ${response.status}`),
    onError: ({ error }) => void seen.push(`error ${(error as Error).name}`),
  }
  const retried = clientWith(middleware, rateLimit(1), refuse(503, 'x'), created)
  await retried.client.events.create(input)
  await rejection(clientWith(middleware, refuseConnection()).client.events.create(input))
  expect(seen).toEqual(['request', 'response 201', 'request', 'error ConnectionError'])
})

test('a middleware may answer for a service that cannot be reached', async () => {
  const { client } = clientWith({ onError: () => Response.json(stored) }, refuseConnection())
  const { data, attempts } = await client.events.retrieve('evt_1').withResponse()
  expect(data).toEqual(stored)
  expect(attempts).toHaveLength(3)
})

test('what a middleware throws ends the call', async () => {
  const { client, fetch } = clientWith(
    {
      onRequest() {
        throw new Error('no budget left')
      },
    },
    created,
  )
  expect(await rejection(client.events.create(input))).toMatchObject({ message: 'no budget left' })
  expect(fetch.requests).toHaveLength(0)
})

test('a middleware that is ejected sees nothing more', async () => {
  let count = 0
  const middleware = { onRequest: () => void count++ }
  const { client } = clientWith(middleware, created)
  await client.events.create(input)
  client.http.eject(middleware)
  expect(await client.events.create(input)).toEqual(stored)
  expect(count).toBe(1)
})

test('a middleware sees the idempotency key, and neither key nor header of the authorization', async () => {
  const seen: string[] = []
  const { client } = clientWith(
    {
      onRequest({ request, options }) {
        seen.push(JSON.stringify([...request.headers]), Object.keys({ ...request, ...options }).join())
      },
      onResponse: ({ request }) => void seen.push(JSON.stringify([...request.headers])),
    },
    created,
  )
  await client.events.create(input, { idempotencyKey: 'k1' })
  expect(seen.join()).toContain('k1')
  expect(seen.join()).not.toMatch(/authorization|sk_live/i)
})

test('a middleware that adds a signal of its own can end a call', async () => {
  const { client } = clientWith(
    { onRequest: ({ request }) => new Request(request, { signal: AbortSignal.abort('too dear') }) },
    created,
  )
  expect(await rejection(client.events.create(input))).toMatchObject({
    name: 'AbortError',
    cause: 'too dear',
    outcome: 'not-sent',
  })
})

test('every attempt sends the same body, byte for byte', async () => {
  for (const middleware of [{}, { onRequest: () => {} }] as Middleware[]) {
    const fetch = scriptedFetch(refuse(503, 'x'), reset(), created)
    const { client } = clientOf(fetch)
    if (Object.keys(middleware).length) client.http.use(middleware)
    await client.events.create({ type: 'order.paid', data: { text: 'héllo 😊 \u2028', big: 1e21 } })
    expect(new Set(fetch.requests.map(({ body }) => body)).size).toBe(1)
    expect(fetch.requests).toHaveLength(3)
  }
})

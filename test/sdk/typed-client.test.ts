import { EventDelivery } from '@event-delivery/sdk'
import {
  answer,
  rateLimit,
  refuse,
  refuseConnection,
  reset,
  scriptedFetch,
} from '@event-delivery/sdk/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKey, baseUrl, clientOf, input, rejection, stored, created } from './client'

afterEach(() => void vi.unstubAllGlobals())

test('no header of a call replaces or removes the key', async () => {
  const fetch = scriptedFetch(answer(200, { data: [], hasMore: false }))
  const { client } = clientOf(fetch)
  await client.http.GET('/v1/events', { headers: { authorization: null } })
  await client.events.list({}, { headers: { Authorization: 'Bearer sk_live_other' } })
  for (const { headers } of fetch.requests) expect(headers.get('authorization')).toBe(`Bearer ${apiKey}`)
})

test('a global fetch that is put in place after the client is used', async () => {
  const client = new EventDelivery({ apiKey, baseUrl })
  const later = scriptedFetch(answer(201, stored))
  vi.stubGlobal('fetch', later)
  await client.events.create(input)
  await client.http.GET('/v1/events')
  expect(later.requests).toHaveLength(2)
})

test('the typed client repeats GET and DELETE, and nothing else', async () => {
  const count = async (call: (http: EventDelivery['http']) => Promise<unknown>, status = 503) => {
    const refusal = refuse(status, 'x')
    const fetch = scriptedFetch(refusal, refusal, answer(200, { id: 'wh_1', deleted: true }))
    await call(clientOf(fetch).client.http)
    return fetch.requests.length
  }
  expect(await count((http) => http.GET('/v1/events'))).toBe(3)
  const params = { path: { id: 'wh_1' } }
  expect(await count((http) => http.DELETE('/v1/webhooks/{id}', { params }))).toBe(3)
  const body = { url: 'https://a.example', events: ['*'] }
  for (const status of [503, 429])
    expect(await count((http) => http.POST('/v1/webhooks', { body }), status)).toBe(1)
})

test('the typed client returns the answer of an error, and of a redirect', async () => {
  const fetch = scriptedFetch(refuse(404, 'not_found'), answer(302, ''), answer(502, ''))
  const { client } = clientOf(fetch, { maxRetries: 0 })
  const missing = await client.http.GET('/v1/events/{id}', { params: { path: { id: 'evt_1' } } })
  expect(missing.error).toEqual({ error: { code: 'not_found', message: 'not_found' } })
  expect((await client.http.GET('/v1/events')).response.status).toBe(302)
  expect((await client.http.GET('/v1/events')).response.ok).toBe(false)
})

test('the typed client has the timeout, over the body too', async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  const { client } = clientOf(scriptedFetch(endless), { maxRetries: 0 })
  expect(await rejection(client.http.GET('/v1/events'))).toMatchObject({ name: 'TimeoutError' })
})

test('a page with status 200 becomes an error that has the status', async () => {
  const page = scriptedFetch(answer(200, '<html>Sign in</html>', { 'content-type': 'text/html' }))
  const error = await rejection(clientOf(page).client.http.GET('/v1/events'))
  expect(error).toMatchObject({ name: 'ServerError', status: 200, outcome: 'unknown' })
  expect(page.requests).toHaveLength(3)
  const empty = await clientOf(scriptedFetch(answer(200, ''))).client.http.GET('/v1/events')
  expect(empty.response.status).toBe(200)
})

test('the typed client takes any object as the payload of an event', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const { http } = clientOf(fetch).client
  await http.POST('/v1/events', { body: { type: 'order.paid', data: { order: { number: 1042 } } } })
  expect(fetch.requests[0]?.body).toBe('{"type":"order.paid","data":{"order":{"number":1042}}}')
})

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
    answer(201, { ...stored, data: { order: 7 } }),
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
  const onResponse = () => Response.json({ ...stored, id: 'evt_2' }, { status: 202 })
  const { client } = clientWith({ onResponse }, created)
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
    const judged = await rejection(client.events.create(input, { idempotencyKey: 'k' }))
    expect(judged).toMatchObject({ ...error, idempotencyKey: 'k', attempts: [{ status: 201 }] })
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
  const onRequest = () => {
    throw new Error('no budget left')
  }
  const { client, fetch } = clientWith({ onRequest }, created)
  expect(await rejection(client.events.create(input))).toMatchObject({ message: 'no budget left' })
  expect(fetch.requests).toHaveLength(0)
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
  const onRequest: Middleware['onRequest'] = ({ request }) =>
    new Request(request, { signal: AbortSignal.abort('too dear') })
  const { client } = clientWith({ onRequest }, created)
  const error = await rejection(client.events.create(input))
  expect(error).toMatchObject({ name: 'AbortError', cause: 'too dear', outcome: 'not-sent' })
})

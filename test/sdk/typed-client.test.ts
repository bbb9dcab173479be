import { EventDelivery } from '@event-delivery/sdk'
import { answer, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKey, baseUrl, clientOf, input, rejection, stored } from './client'

afterEach(() => {
  vi.unstubAllGlobals()
})

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
  const count = async (call: (http: EventDelivery['http']) => Promise<unknown>) => {
    const fetch = scriptedFetch(
      refuse(503, 'x'),
      refuse(503, 'x'),
      answer(200, { id: 'wh_1', deleted: true }),
    )
    await call(clientOf(fetch).client.http)
    return fetch.requests.length
  }
  expect(await count((http) => http.GET('/v1/events'))).toBe(3)
  expect(await count((http) => http.DELETE('/v1/webhooks/{id}', { params: { path: { id: 'wh_1' } } }))).toBe(
    3,
  )
  expect(
    await count((http) => http.POST('/v1/webhooks', { body: { url: 'https://a.example', events: ['*'] } })),
  ).toBe(1)
})

test('the typed client returns the answer of an error, and of a redirect', async () => {
  const { client } = clientOf(scriptedFetch(refuse(404, 'not_found'), answer(302, ''), answer(502, '')), {
    maxRetries: 0,
  })
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

test('the typed client sends a POST once, even after a 429', async () => {
  const fetch = scriptedFetch(refuse(429, 'x'), refuse(429, 'x'), answer(201, stored))
  const { http } = clientOf(fetch).client
  await http.POST('/v1/webhooks', { body: { url: 'https://a.example', events: ['*'] } })
  expect(fetch.requests.map(({ body }) => body)).toEqual(['{"url":"https://a.example","events":["*"]}'])
})

import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { createBackend, createClock, createInbox, type Backend } from '@event-delivery/mock'
import { handlers } from '@event-delivery/mock/msw'
import { unwrap } from '@event-delivery/sdk/webhooks'
import { createTestBackend } from '../support/test-backend'

const baseUrl = 'https://api.events.example'
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

/** Requests a list twice, at a limit of one request, and returns the second answer as a page of `origin` sees it. */
async function seenFrom(origin: string | undefined, backend: Pick<Backend, 'fetch'>) {
  const server = setupServer(...handlers(backend as Backend, baseUrl, { origin }))
  server.listen({ onUnhandledRequest: 'error' })
  try {
    await fetch(`${baseUrl}/v1/events`, { headers })
    return await fetch(`${baseUrl}/v1/events`, { headers })
  } finally {
    server.close()
  }
}

const limited = () => createBackend({ plan: 'enterprise:1', clock: createClock() })

test('a page of another origin sees the headers that the service exposes, and no other', async () => {
  const seen = await seenFrom('https://shop.example', limited())
  expect([seen.status, seen.headers.get('retry-after')]).toEqual([429, '1'])
  expect(seen.headers.get('access-control-allow-origin')).toBeNull()
  expect(await seen.json()).toMatchObject({ error: { code: 'rate_limited' } })
})

test.each([
  ['access-control-expose-headers', 429, null],
  ['access-control-allow-origin', 'TypeError', undefined],
])('a service that does not send %s is found out', async (missing, status, retryAfter) => {
  const backend = limited()
  const forgetful = {
    async fetch(request: Request) {
      const { status, headers, body } = await backend.fetch(request)
      const kept = [...headers].filter(([name]) => name !== missing)
      return new Response(body, { status, headers: kept })
    },
  }
  const seen = await seenFrom('https://shop.example', forgetful).catch((error: Error) => error)
  if (seen instanceof Error) expect(seen.name).toBe(status)
  else expect([seen.status, seen.headers.get('retry-after')]).toEqual([status, retryAfter])
})

test.each([undefined, baseUrl])('a page of the same origin (%s) sees every header', async (origin) => {
  const backend = limited()
  const marked = {
    async fetch(request: Request) {
      const response = await backend.fetch(request)
      response.headers.set('x-hidden', 'seen')
      return response
    },
  }
  expect((await seenFrom(origin, marked)).headers.get('x-hidden')).toBe('seen')
})

test('the inbox receives signed deliveries, and its refusal has the backend try again', async () => {
  const clock = createClock({ now: Date.now() })
  const inbox = createInbox()
  const backend = createTestBackend({ clock, fetch: inbox.fetch })
  const post = (path: string, body: object) =>
    backend.fetch(new Request(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  const hook = { url: 'https://shop.example/hooks', events: ['*'] }
  const { secret } = (await (await post('/v1/webhooks', hook)).json()) as { secret: string }

  const arrived: Request[] = []
  inbox.addEventListener('delivery', (event) => {
    arrived.push(event.request, event.request)
    if (arrived.length === 2) event.respondWith(new Response(null, { status: 503 }))
  })
  const event: unknown = await (await post('/v1/events', { type: 'order.paid', data: { order: 1 } })).json()
  await backend.waitForIdle()
  await clock.advance(60_000)
  expect(arrived.map(({ url }) => url)).toEqual(Array(4).fill(hook.url))
  for (const request of arrived) expect(await unwrap(request, { secret, now: clock.now })).toEqual(event)
  expect(backend.deliveries().map(({ status }) => status)).toEqual([503, 204])
})

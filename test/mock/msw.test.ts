import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBackend, createClock } from '@event-delivery/mock'
import { handlers } from '@event-delivery/mock/msw'

const baseUrl = 'https://api.events.example'
const backend = createBackend({
  plan: 'enterprise:3',
  clock: createClock(),
  fetch: () => Promise.resolve(new Response()),
})
const server = setupServer(...handlers(backend, `${baseUrl}/`))
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
})

afterAll(async () => {
  server.close()
  await backend.close()
})

test('an intercepted fetch is answered by the backend, refusals included', async () => {
  const created = await fetch(`${baseUrl}/v1/events`, {
    method: 'POST',
    headers,
    body: '{"type":"a","data":{"b":1}}',
  })
  expect(created.status).toBe(201)
  const event: unknown = await created.json()
  const listed = await fetch(`${baseUrl}/v1/events?limit=1`, { headers })
  expect(await listed.json()).toMatchObject({ data: [event], hasMore: false })
  expect((await fetch(`${baseUrl}/v1/nothing`, { headers })).status).toBe(404)
  expect((await fetch(`${baseUrl}/v1/events`)).status).toBe(401)
  expect(
    (await fetch(`${baseUrl}/v1/events/%E0%A4%A`, { headers: { authorization: 'Bearer sk_test_mock' } }))
      .status,
  ).toBe(404)
  await fetch(`${baseUrl}/v1/events`, { headers })
  const refused = await fetch(`${baseUrl}/v1/events`, { headers })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
})

test.each([
  ['https://api.events.example/deliveries/', 'https://api.events.example/deliveries'],
  ['https://API.events.example:443', baseUrl],
])('all below the base URL %s is answered, and nothing beside it', async (written, below) => {
  const other = createBackend()
  server.resetHandlers(
    ...handlers(other, written),
    http.all('*', () => HttpResponse.text('beside')),
  )
  onTestFinished(async () => {
    server.resetHandlers()
    await other.close()
  })
  expect((await fetch(`${below}/v1/events?limit=1`, { headers })).status).toBe(200)
  expect(await (await fetch(`${baseUrl}/other/v1/events`, { headers })).text()).toBe('beside')
})

test.each(['reset', 'reset-after-commit'])(
  'fault=%s is a network error, as a page sees one',
  async (fault) => {
    const unlimited = createBackend()
    server.use(...handlers(unlimited, baseUrl))
    onTestFinished(async () => {
      server.resetHandlers()
      await unlimited.close()
    })
    const other = { authorization: 'Bearer sk_test_mock', 'content-type': 'application/json' }
    const body = `{"type":"${fault}","data":{}}`
    const send = fetch(`${baseUrl}/v1/events`, {
      method: 'POST',
      headers: { ...other, prefer: `fault=${fault}` },
      body,
    })
    await expect(send).rejects.toThrow(TypeError)
    const { data } = (await (await fetch(`${baseUrl}/v1/events`, { headers: other })).json()) as {
      data: { type: string }[]
    }
    expect(data.some(({ type }) => type === fault)).toBe(fault === 'reset-after-commit')
  },
)

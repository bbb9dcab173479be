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
const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
const ask = (path: string, init: RequestInit = {}, from = baseUrl) =>
  fetch(`${from}${path}`, { headers: headersOf('sk_live_mock'), ...init })

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
})

afterAll(async () => {
  server.close()
  await backend.close()
})

test('an intercepted fetch is answered by the backend, refusals included', async () => {
  const created = await ask('/v1/events', { method: 'POST', body: '{"type":"a","data":{"b":1}}' })
  expect(created.status).toBe(201)
  const event: unknown = await created.json()
  const listed = await ask('/v1/events?limit=1')
  expect(await listed.json()).toMatchObject({ data: [event], hasMore: false })
  expect((await ask('/v1/nothing')).status).toBe(404)
  expect((await ask('/v1/events', { headers: {} })).status).toBe(401)
  expect((await ask('/v1/events/%E0%A4%A', { headers: headersOf('sk_test_mock') })).status).toBe(404)
  await ask('/v1/events')
  const refused = await ask('/v1/events')
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
  expect((await ask('/v1/events?limit=1', {}, below)).status).toBe(200)
  expect(await (await ask('/other/v1/events')).text()).toBe('beside')
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
    const headers = headersOf('sk_test_mock')
    const body = `{"type":"${fault}","data":{}}`
    const faulty = { method: 'POST', headers: { ...headers, prefer: `fault=${fault}` }, body }
    await expect(ask('/v1/events', faulty)).rejects.toThrow(TypeError)
    const page = await ask('/v1/events', { headers })
    const { data } = (await page.json()) as { data: { type: string }[] }
    expect(data.some(({ type }) => type === fault)).toBe(fault === 'reset-after-commit')
  },
)

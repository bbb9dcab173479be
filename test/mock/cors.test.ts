import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'

const page = { origin: 'https://shop.example' }

test('a page of any origin may read every answer, its Retry-After included', async () => {
  const { call } = createHarness({ plan: 'enterprise:1' })
  for (const status of [200, 429]) {
    const reply = await call('GET', '/v1/events', { headers: page })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('access-control-expose-headers')).toMatch(/Retry-After, Idempotency-Replayed/)
  }
  expect(
    (await call('GET', '/v1/nothing', { headers: page })).headers.get('access-control-allow-origin'),
  ).toBe('*')
})

test('a preflight is answered without a key', async () => {
  const { call } = createHarness()
  const reply = await call('OPTIONS', '/v1/events', {
    key: null,
    headers: {
      ...page,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
  expect(reply.status).toBe(204)
  expect(reply.headers.get('access-control-allow-methods')).toMatch(/POST/)
  expect(reply.headers.get('access-control-allow-headers')).toBe('authorization,content-type,idempotency-key')
  expect((await call('OPTIONS', '/v1/nothing', { headers: page })).status).toBe(404)
})

test('a client that is no page gets no CORS header', async () => {
  const { call } = createHarness()
  expect((await call('GET', '/v1/events')).headers.get('access-control-allow-origin')).toBeNull()
})

import { EventDelivery, InvalidRequestError } from '@event-delivery/sdk'
import { answer, scriptedFetch } from '@event-delivery/sdk/testing'
import { createReceiver, sign, unwrap } from '@event-delivery/sdk/webhooks'
import { afterEach, expect, test, vi } from 'vitest'

const event = { id: 'evt_1', type: 'a', created: '2026-11-21T03:00:00Z', data: {} }
const input = { type: 'a', data: {} }

function makeClient() {
  const fetch = scriptedFetch(answer(201, event))
  return { fetch, client: new EventDelivery({ apiKey: 'sk_test_1', baseUrl: 'https://a.example', fetch }) }
}

afterEach(() => vi.unstubAllGlobals())

test('without crypto.randomUUID the keys of events are UUIDs all the same, and differ', async () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const { client, fetch } = makeClient()
  const calls = Array.from({ length: 200 }, () => client.events.create(input).withResponse())
  const keys = (await Promise.all(calls)).map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(keys.map((key) => key[35])).size).toBe(16)
  expect(fetch.requests.map(({ headers }) => headers.get('idempotency-key')).sort()).toEqual(keys.sort())
})

test('without any crypto a call without a key is refused by the name of the polyfill, and nothing is sent', async () => {
  vi.stubGlobal('crypto', undefined)
  const { client, fetch } = makeClient()
  const error: unknown = await client.events.create(input).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(error).toMatchObject({ param: 'idempotencyKey', outcome: 'not-sent' })
  expect((error as Error).message).toMatch(/crypto\.getRandomValues.*react-native-get-random-values/)
  expect(fetch.requests).toHaveLength(0)
})

test('without any crypto a call with a key is sent', async () => {
  vi.stubGlobal('crypto', undefined)
  await expect(makeClient().client.events.create(input, { idempotencyKey: 'a' })).resolves.toEqual(event)
})

test('without crypto.subtle nothing that signs or verifies begins, and the polyfill is named', async () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const delivery = { body: '{}', id: 'msg_1', timestamp: 1_700_000_000 }
  const cure = /^crypto\.subtle is missing.*https.*react-native-quick-crypto/
  expect(() => createReceiver({ secret, otherwise: () => {} })).toThrow(cure)
  await expect(sign(delivery, { secret })).rejects.toThrow(cure)
  await expect(unwrap({ body: '{}', headers: {} }, { secret })).rejects.toThrow(cure)
})

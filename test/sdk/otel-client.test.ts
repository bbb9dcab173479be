import { EventDelivery, type Hooks } from '@event-delivery/sdk'
import { instrument, instrumentReceiver } from '@event-delivery/sdk/otel'
import { scriptedFetch } from '@event-delivery/sdk/testing'
import { createReceiver, type ReceiverOptions } from '@event-delivery/sdk/webhooks'
import { expect, expectTypeOf, test } from 'vitest'
import { apiKey, baseUrl, created, input } from './client'
import { secret } from './deliveries'
import { recorder } from './otel-recorder'

interface Shop {
  'order.paid': { order: number }
}

test('an instrumented client has the options and the hooks of the client that it was made of, which stays as it is', async () => {
  const record = recorder()
  const starts: string[] = []
  const fetch = scriptedFetch(created)
  const hooks: Hooks = { start: ({ call }) => void starts.push(call.operation) }
  const plain = new EventDelivery({ apiKey, baseUrl, fetch, hooks, headers: { 'x-tenant': 'shop-7' } })
  const client = instrument(plain, record)
  await plain.events.create(input)
  expect(record.spans()).toEqual([])
  await client.events.create(input)
  expect(record.spans()).toHaveLength(2)
  expect(starts).toEqual(['createEvent', 'createEvent'])
  expect(fetch.requests.map(({ headers }) => headers.get('x-tenant'))).toEqual(['shop-7', 'shop-7'])
})

test('a client that is made of an instrumented one is instrumented', async () => {
  const record = recorder()
  const fetch = scriptedFetch(created)
  const client = instrument(new EventDelivery({ apiKey, baseUrl, fetch }), record)
  await client.withOptions({ timeout: 5000 }).events.create(input)
  expect(record.spans()).toHaveLength(2)
})

test('spans bear the name and the version of the package', async () => {
  const record = recorder()
  const client = instrument(new EventDelivery({ apiKey, baseUrl, fetch: scriptedFetch(created) }), record)
  await client.events.create(input)
  const scope = { name: '@event-delivery/sdk', version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string }
  for (const span of record.spans()) expect(span.instrumentationScope).toMatchObject(scope)
})

test('what is instrumented keeps its type', () => {
  const client = new EventDelivery<Shop>({ apiKey, baseUrl })
  expectTypeOf(instrument(client)).toEqualTypeOf<EventDelivery<Shop>>()
  expectTypeOf(instrument({ retry: () => {} })).toEqualTypeOf<Hooks>()
  expectTypeOf(instrument()).toEqualTypeOf<Hooks>()
  const options: ReceiverOptions<Shop> = { secret, otherwise: () => {} }
  expectTypeOf(instrumentReceiver(options)).toEqualTypeOf<ReceiverOptions<Shop>>()
  createReceiver<Shop>(
    instrumentReceiver({ secret, on: { 'order.paid': ({ data }) => data.order }, otherwise: () => {} }),
  )
})

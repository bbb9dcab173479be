import {
  type CallOptions,
  type CreateEventOptions,
  EventDelivery,
  InvalidRequestError,
} from '@event-delivery/sdk'
import { answer, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, input, rejection, stored } from './client'

const methods: Record<string, (client: EventDelivery, argument: never) => PromiseLike<unknown>> = {
  'events.create': ({ events }, argument) => events.create(argument),
  'events.retrieve': ({ events }, argument) => events.retrieve(argument),
  'webhooks.create': ({ webhooks }, argument) => webhooks.create(argument),
  'webhooks.delete': ({ webhooks }, argument) => webhooks.delete(argument),
  'keys.create': ({ keys }, argument) => keys.create(argument),
  'events.createAll': ({ events }, argument) => events.createAll(argument).summary(),
}

const mistakes = [undefined, null, 5, true, Symbol('x'), () => {}]

test.each(Object.entries(methods))('%s refuses an argument of a wrong kind by its name', async (_, call) => {
  const fetch = scriptedFetch(created)
  for (const mistake of mistakes) {
    const error = await rejection(call(clientOf(fetch).client, mistake as never))
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error).toMatchObject({ outcome: 'not-sent', attempts: [], param: expect.any(String) as string })
  }
  expect(fetch.requests).toHaveLength(0)
})

test('a client without options asks for the key', () => {
  expect(() => new EventDelivery(null as never)).toThrow(expect.objectContaining({ param: 'apiKey' }))
})

test('null counts as no options', async () => {
  const none = null as unknown as CallOptions
  const { client } = clientOf(scriptedFetch(created))
  expect(await client.events.create(input, none)).toMatchObject({ id: 'evt_1' })
  expect(await client.events.createAll([input], none).summary()).toMatchObject({ created: 1 })
})

test('null counts as no headers', async () => {
  const headers = null as unknown as Record<string, string>
  const { client } = clientOf(scriptedFetch(created), { headers })
  expect(await client.events.create(input, { headers })).toMatchObject({ id: 'evt_1' })
})

test.each([undefined, null, 5, {}, ['a'], 1n])('the type %s is refused before it is sent', async (type) => {
  const { client } = clientOf(scriptedFetch(created))
  const error = await rejection(client.events.create({ type: type as string, data: {} }))
  expect(error).toMatchObject({ name: 'InvalidRequestError', param: 'type' })
})

// Turned into text, all objects are the same key: every event but the first would be lost as a duplicate.
const notText = [null, 42, {}, ['a'], Promise.resolve('a'), true]

test.each([...notText, '', ' a', 'a ', 'ä', 'a\n', 'a'.repeat(256)])(
  'the idempotency key %s is refused',
  async (key) => {
    const fetch = scriptedFetch(created)
    const { events } = clientOf(fetch).client
    const options = { idempotencyKey: key } as unknown as CreateEventOptions
    expect(await rejection(events.create(input, options))).toMatchObject({ param: 'idempotencyKey' })
    const bulk = await events.createAll([input], { idempotencyKey: () => key as string }).summary()
    expect(bulk.failures).toMatchObject([{ error: { param: 'idempotencyKey' } }])
    expect(fetch.requests).toHaveLength(0)
  },
)

test.each([{ timeout: -1 }, { deadline: 0 }, { headers: { 'x-a': 'b\nc' } }, { headers: [5] as never }])(
  'the key stands on the error of wrong options too: %j',
  async (options) => {
    const { client } = clientOf(scriptedFetch(created))
    const error = await rejection(client.events.create(input, { ...options, idempotencyKey: 'k1' }))
    const [param] = Object.keys(options)
    expect(error).toMatchObject({ name: 'InvalidRequestError', param, idempotencyKey: 'k1' })
  },
)

test('an id that would lead to another path, or to none, is refused before anything is sent', async () => {
  const fetch = scriptedFetch(answer(200, {}))
  const { client } = clientOf(fetch)
  const ids = ['', '.', '..', 'a/b', 'a\\b', 'a?b', 'a#b', '%2e%2e', 'a b', 'a\n', undefined as never]
  // A URL loses such characters at its end, and two ids that differ by them would be one.
  const invisible = ['wh_1\0', 'wh_1\u0001', '\u0001wh_1', 'wh_1\u007f', 'wh\u200b_1', '\ud800']
  for (const id of [...ids, ...invisible]) {
    expect(await rejection(client.webhooks.delete(id))).toMatchObject({ param: 'id', outcome: 'not-sent' })
    expect(await rejection(client.events.retrieve(id))).toMatchObject({ param: 'id' })
    const direct = client.http.DELETE('/v1/webhooks/{id}', { params: { path: { id } } })
    expect(await rejection(direct)).toMatchObject({ param: 'id' })
  }
  const withoutParams = {} as { params: { path: { id: string } } }
  expect(await rejection(client.http.GET('/v1/events/{id}', withoutParams))).toMatchObject({ param: 'id' })
  expect(fetch.requests).toHaveLength(0)
})

test('an id with a brace is refused as malformed, and not as missing', async () => {
  const { client } = clientOf(scriptedFetch(answer(200, {})))
  const params = { path: { id: '{id}' } }
  const message = 'id is "{id}": give the id as the service returned it.'
  for (const call of [client.events.retrieve('{id}'), client.http.GET('/v1/events/{id}', { params })])
    expect(await rejection(call)).toMatchObject({ param: 'id', message })
})

test('headers that are undefined or null are left out, and headers may be given as pairs', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const { client } = clientOf(fetch)
  const headers = { 'x-a': null, 'x-b': undefined, 'x-c': 'c' } as unknown as Record<string, string>
  await client.events.create(input, { headers })
  await client.events.create(input, { headers: [['x-c', 'c']] as unknown as Record<string, string> })
  for (const { headers: sent } of fetch.requests) {
    expect([sent.get('x-a'), sent.get('x-b'), sent.get('x-c')]).toEqual([null, null, 'c'])
  }
})

import {
  type CallOptions,
  type CreateEventOptions,
  EventDelivery,
  InvalidRequestError,
} from '@event-delivery/sdk'
import { answer, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, input, rejection } from './client'

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

test.each([undefined, null, 5, {}, ['a'], 1n])('the type %s is refused before it is sent', async (type) => {
  const { client } = clientOf(scriptedFetch(created))
  const error = await rejection(client.events.create({ type: type as string, data: {} }))
  expect(error).toMatchObject({ name: 'InvalidRequestError', param: 'type' })
})

// Turned into text, all objects are the same key: every event but the first would be lost as a duplicate.
test.each([null, 42, {}, ['a'], Promise.resolve('a'), true])(
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
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      param: Object.keys(options)[0],
      idempotencyKey: 'k1',
    })
  },
)

// A URL loses such characters at its end, and two ids that differ by them would be one.
test.each(['wh_1\0', 'wh_1\u0001', '\u0001wh_1', 'wh_1\u007f', 'wh\u200b_1', '\ud800'])(
  'an id with an invisible character is refused: %j',
  async (id) => {
    const fetch = scriptedFetch(answer(200, { id: 'wh_1', deleted: true }))
    const { webhooks } = clientOf(fetch).client
    expect(await rejection(webhooks.delete(id))).toMatchObject({ param: 'id' })
    expect(fetch.requests).toHaveLength(0)
  },
)

test('a value that JSON cannot carry is refused in every input', async () => {
  const { webhooks, keys } = clientOf(scriptedFetch(created)).client
  const wrong = 1n as unknown as string
  const webhook = webhooks.create({ url: 'https://a.example', events: ['*'], description: wrong })
  const key = keys.create({ name: wrong, scopes: ['events:read'], expiresAt: '' })
  expect(await rejection(webhook)).toMatchObject({ name: 'InvalidRequestError', param: 'description' })
  expect(await rejection(key)).toMatchObject({ name: 'InvalidRequestError', param: 'name' })
})

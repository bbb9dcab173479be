import { answer, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, input, rejection, stored } from './client'

test('an id that would lead to another path, or to none, is refused before anything is sent', async () => {
  const fetch = scriptedFetch(answer(200, {}))
  const { client } = clientOf(fetch)
  const ids = [
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    '%2e%2e',
    'a b',
    'a\n',
    undefined as unknown as string,
  ]
  for (const id of ids) {
    expect(await rejection(client.webhooks.delete(id))).toMatchObject({ param: 'id', outcome: 'not-sent' })
    expect(await rejection(client.events.retrieve(id))).toMatchObject({ param: 'id' })
    const params = { path: { id } }
    expect(await rejection(client.http.DELETE('/v1/webhooks/{id}', { params }))).toMatchObject({
      param: 'id',
    })
  }
  const withoutParams = {} as { params: { path: { id: string } } }
  expect(await rejection(client.http.GET('/v1/events/{id}', withoutParams))).toMatchObject({ param: 'id' })
  expect(fetch.requests).toHaveLength(0)
})

test('an id with a brace is refused as malformed, and not as missing', async () => {
  const { client } = clientOf(scriptedFetch(answer(200, {})))
  const params = { path: { id: '{id}' } }
  for (const call of [client.events.retrieve('{id}'), client.http.GET('/v1/events/{id}', { params })]) {
    expect(await rejection(call)).toMatchObject({
      param: 'id',
      message: 'id is "{id}": give the id as the service returned it.',
    })
  }
})

test('a header that cannot be sent is named, and its value is not', async () => {
  const { client } = clientOf(scriptedFetch(answer(201, stored)))
  const headers = { 'x-fine': '1', 'X-Wrong': 'va\nlue', 'x-other': undefined }
  const error = (await rejection(client.events.create(input, { headers }))) as Error
  expect(error).toMatchObject({
    param: 'headers',
    message: expect.stringMatching(/^headers cannot be sent: X-Wrong\. /) as string,
  })
  const swapped = { 'Bearer sk_live_1': 'authorization' }
  const wrong = (await rejection(client.events.create(input, { headers: swapped }))) as Error
  expect(wrong.message).toMatch(/^headers cannot be sent: Bearer\. /)
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

test('headers of the client and of the call are sent, and those of the call win', async () => {
  const fetch = scriptedFetch(answer(201, stored))
  const { client } = clientOf(fetch, { headers: { 'x-a': '1', 'x-b': '1' } })
  await client.events.create(input, { headers: { 'X-B': '2', 'x-c': undefined } })
  await client.events.create(input, { headers: new Headers({ 'x-b': '3' }) })
  expect(fetch.requests.map(({ headers: h }) => [h.get('x-a'), h.get('x-b'), h.get('x-c')])).toEqual([
    ['1', '2', null],
    ['1', '3', null],
  ])
  expect(await rejection(client.events.create(input, { headers: { 'x-a': 'b\r\nc' } }))).toMatchObject({
    param: 'headers',
  })
})

test.each([
  ['data', { type: 'a', data: undefined as unknown as object }],
  ['data', { type: 'a', data: () => {} }],
  ['data', { type: 'a', data: new Map([['a', 1]]) }],
  ['data', { type: 'a', data: new Set([1]) }],
  ['data', { type: 'a', data: Promise.resolve({ order: 1 }) }],
  ['data.orders.1', { type: 'a', data: { orders: [{}, new Map([['a', 1]])] } }],
  ['data.cause', { type: 'a', data: { cause: new Error('lost') } }],
  ['data.n', { type: 'a', data: { n: 1n } }],
  [
    'data.self.self',
    {
      type: 'a',
      data: Object.assign({} as { self?: object }, {
        get self(): object {
          return this
        },
      }),
    },
  ],
])(
  'a value at %s that JSON cannot carry, or would lose, is refused before it is sent',
  async (param, wrong) => {
    const fetch = scriptedFetch(answer(201, stored))
    const error = await rejection(clientOf(fetch).client.events.create(wrong, { idempotencyKey: 'k' }))
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      param,
      outcome: 'not-sent',
      idempotencyKey: 'k',
    })
    expect(fetch.requests).toHaveLength(0)
  },
)

test.each(['', ' a', 'a ', 'ä', 'a\n', 'a'.repeat(256)])(
  'the idempotency key %j is refused',
  async (idempotencyKey) => {
    const error = await rejection(
      clientOf(scriptedFetch(answer(201, stored))).client.events.create(input, { idempotencyKey }),
    )
    expect(error).toMatchObject({ param: 'idempotencyKey' })
  },
)

test.each([
  ['url', { url: 'http://a.example', events: ['a'] }],
  ['url', { url: 'https://', events: ['a'] }],
  ['url', { url: undefined as unknown as string, events: ['a'] }],
  ['events', { url: 'https://a.example', events: [] }],
  ['events', { url: 'https://a.example', events: 'a' as unknown as string[] }],
])('a webhook with a wrong %s is refused before it is sent', async (param, wrong) => {
  const fetch = scriptedFetch(answer(201, {}))
  expect(await rejection(clientOf(fetch).client.webhooks.create(wrong))).toMatchObject({
    param,
    outcome: 'not-sent',
  })
  expect(fetch.requests).toHaveLength(0)
})

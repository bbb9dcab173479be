import { ConnectionError, type Fetch, type Hooks, type Logger } from '@event-delivery/sdk'
import { answer, refuse, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test, vi } from 'vitest'
import { apiKey, clientOf, created, input, like, rejection, stored } from './client'

const throwing = (name: string) =>
  Object.defineProperty(new Error('x'), name, {
    get() {
      throw new Error('getter')
    },
  })

test.each([
  undefined,
  null,
  5n,
  Symbol('x'),
  Object.create(null) as object,
  { toString: null },
  throwing('message'),
  throwing('cause'),
  throwing('code'),
  throwing('stack'),
  Object.assign(new Error('x'), { message: null }),
  new Proxy({}, { get: () => { throw new Error('proxy') } }), // prettier-ignore
])('a fetch may throw any value: case %#', async (thrown: unknown) => {
  const fetch: Fetch = () => {
    throw thrown
  }
  const error = await rejection(clientOf(fetch).client.events.create(input))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ outcome: 'unknown', attempts: [{}, {}, {}] })
})

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [5, '5'],
  ['text', '"text"'],
  [{}, 'of type Object'],
  [{ ok: true, status: 201, text: async () => '{}' }, 'of type Object'],
])(
  'a value of fetch that is no response counts as no answer, and is told: case %#',
  async (returned, what) => {
    const { client } = clientOf(scriptedFetch(async () => returned as never))
    const error = await rejection(client.events.create(input))
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', retryable: false })
    expect(String(error)).toContain(`the answer of fetch is ${what}, and no response.`)
    expect(String(error)).not.toContain('baseUrl')
  },
)

test('an answer with no more than the client asks of one is judged as any other', async () => {
  const least =
    (status: number): Fetch =>
    async () => ({
      ok: status < 300,
      status,
      headers: { get: (name) => (name === 'x-request-id' ? 'r1' : null) },
      text: async () => JSON.stringify(stored),
    })
  const response = vi.fn<NonNullable<Hooks['response']>>()
  const create = (status: number) =>
    clientOf(least(status), { hooks: { response } }).client.events.create(input)
  expect(await create(201)).toEqual(stored)
  expect(await rejection(create(400))).toMatchObject({ status: 400, outcome: 'rejected', requestId: 'r1' })
  expect(await rejection(create(500))).toMatchObject({ status: 500, outcome: 'unknown' })
  expect(response.mock.calls.map(([{ status }]) => status)).toEqual([201, 400, 500, 500, 500])
  expect(await rejection(create(302))).toMatchObject({ status: 302, outcome: 'rejected' })
})

test('an answer whose headers break off a call leaves open whether it was carried out', async () => {
  const headers = { get: () => null, forEach: () => { throw new Error('no headers') } } // prettier-ignore
  const odd = { status: 201, ok: true, headers, text: async () => JSON.stringify(stored) }
  const { client } = clientOf(async () => odd, { hooks: { response() {} } })
  const error = await rejection(client.events.create(input))
  expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', message: like('no headers') })
})

test.each<[string, () => unknown]>([
  ['throws', () => { throw new Error('disk full') }], // prettier-ignore
  ['rejects', () => Promise.reject(new Error('disk full'))],
])('a logger that %s loses no event', async (_, write) => {
  const logger: Logger = { level: 'debug', debug: write, info: write, warn: write, error: write }
  const fetch = scriptedFetch(refuse(503, 'x'), answer(201, stored, { sunset: 'soon' }))
  const { client } = clientOf(fetch, { logger })
  expect(await client.events.create(input)).toEqual(stored)
})

test('a key that comes after the end of the call sends nothing, and counts as no attempt', async () => {
  const fetch = scriptedFetch(created)
  let give: (key: string) => void = () => {}
  const late = () => new Promise<string>((resolve) => (give = resolve))
  const { client } = clientOf(fetch, { apiKey: late, timeout: 1000 })
  const error = await rejection(client.events.create(input))
  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not-sent', attempts: [] })
  give(apiKey)
  await new Promise((resolve) => setImmediate(resolve))
  expect(fetch.requests).toHaveLength(0)
})

const headersOnly =
  (status: number): Step =>
  () =>
    new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), {
      status,
      headers: { 'x-request-id': 'r1' },
    })

test.each([400, 401, 404])(
  'a %i whose body never comes is reported by its status after the timeout',
  async (status) => {
    const fetch = scriptedFetch(headersOnly(status))
    const error = await rejection(clientOf(fetch).client.events.create(input))
    expect(error).toMatchObject({ status, outcome: 'rejected', attempts: [{ status, requestId: 'r1' }] })
  },
)

test('the status of a success that was cut off stands on its attempt', async () => {
  const { client } = clientOf(scriptedFetch(headersOnly(201)), { maxRetries: 0 })
  const error = await rejection(client.events.create(input))
  const attempts = [{ status: 201, requestId: 'r1' }]
  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts })
})

test('the typed client gives an error whose body was lost', async () => {
  const { http } = clientOf(scriptedFetch(headersOnly(404)), { maxRetries: 0 }).client
  expect((await http.GET('/v1/events')).response.status).toBe(404)
})

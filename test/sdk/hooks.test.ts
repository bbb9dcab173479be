import { answer, refuse, refuseConnection, scriptedFetch } from '@event-delivery/sdk/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKey, clientOf, input, stored } from './client'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('hooks see each attempt of a call, may add headers, and do not see the key', async () => {
  const seen: string[] = []
  const calls = new Set<object>()
  const fetch = scriptedFetch(
    refuse(503, 'x'),
    refuseConnection(),
    answer(201, stored, { 'x-request-id': 'r3' }),
  )
  const { client } = clientOf(fetch, {
    hooks: {
      request({ call, attempt, headers }) {
        calls.add(call)
        expect([...headers.keys()]).not.toContain('authorization')
        headers.set('traceparent', `00-${attempt}`)
        seen.push(`request ${attempt} ${call.operation} ${call.method}`)
      },
      response({ call, attempt, status, error, requestId }) {
        calls.add(call)
        seen.push(`response ${attempt} ${status} ${error} ${requestId}`)
      },
      retry({ call, attempt, delayMs }) {
        calls.add(call)
        seen.push(`retry ${attempt} ${delayMs}`)
      },
    },
  })
  await client.events.create(input)
  expect(seen).toEqual([
    'request 1 createEvent POST',
    'response 1 503 503 application/json x "x" undefined',
    'retry 1 500',
    'request 2 createEvent POST',
    'response 2 undefined connect ECONNREFUSED undefined',
    'retry 2 1000',
    'request 3 createEvent POST',
    'response 3 201 undefined r3',
  ])
  expect(calls.size).toBe(1)
  expect(fetch.requests.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-2', '00-3'])
})

function recordingLogger(level?: string) {
  const lines: string[] = []
  const line = (name: string) => (message: string, fields?: object) =>
    void lines.push(`${name} ${message} ${JSON.stringify(fields)}`)
  return { lines, level, debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}

test('a hook that throws is logged and changes nothing', async () => {
  const logger = recordingLogger()
  const { client } = clientOf(scriptedFetch(answer(201, stored)), {
    logger,
    hooks: { request: () => Promise.reject(new Error(`broke on ${apiKey}`)) },
  })
  expect(await client.events.create(input)).toEqual(stored)
  expect(logger.lines).toEqual([
    'warn [event-delivery] request hook failed. {"error":"Error: broke on [redacted]"}',
  ])
})

test('the log warns of a deprecated operation once', async () => {
  const logger = recordingLogger()
  const old = answer(
    200,
    { data: [], hasMore: false },
    { deprecation: '@1735689600', sunset: 'Wed, 01 Jan 2031 00:00:00 GMT' },
  )
  const { client } = clientOf(scriptedFetch(old), { logger })
  await client.events.list()
  await client.events.list()
  expect(logger.lines).toHaveLength(1)
  expect(logger.lines[0]).toContain('listEvents is deprecated')
})

test.each([
  [undefined, undefined, 0],
  ['info', undefined, 1],
  ['debug', undefined, 3],
  ['silent', undefined, 0],
  ['silent', 'info', 1],
  ['debug', 'off', 0],
  [undefined, 'e', 1],
])(
  'a logger of level %s under EVENT_DELIVERY_LOG=%s gets %i lines of a retried call',
  async (level, wanted, count) => {
    vi.stubEnv('EVENT_DELIVERY_LOG', wanted)
    const logger = recordingLogger(level)
    await clientOf(scriptedFetch(refuse(503, 'x'), answer(201, stored)), { logger }).client.events.create(
      input,
    )
    expect(logger.lines).toHaveLength(count)
  },
)

test('nothing is printed without a logger or EVENT_DELIVERY_LOG', async () => {
  const spy = vi.spyOn(console, 'debug').mockImplementation(() => {})
  await clientOf(scriptedFetch(answer(201, stored))).client.events.create(input)
  expect(spy).toHaveBeenCalledTimes(0)
  vi.stubEnv('EVENT_DELIVERY_LOG', 'debug')
  await clientOf(scriptedFetch(answer(201, stored))).client.events.create(input)
  expect(spy).toHaveBeenCalledTimes(1)
  spy.mockRestore()
})

import { expect, test, vi } from 'vitest'
import { checks, exitStatus, runChecks, type Report, type RunOptions } from '@event-delivery/conformance'

vi.setConfig({ testTimeout: 60_000 })

const keys = { live: 'sk_live_canary0123456789', test: 'sk_test_canary0123456789' }
const options: RunOptions = { mode: 'full', requestTimeout: 60, listingTimeout: 100, deliveryTimeout: 60 }

function judge(
  answer: (request: Request) => Response | Promise<Response>,
  more?: RunOptions,
): Promise<Report> {
  const target = { baseUrl: 'https://hostile.test', fetch: async (request: Request) => answer(request), keys }
  return runChecks(target, checks, { ...options, ...more })
}

const json = (value: unknown, init?: ResponseInit) => Response.json(value, init)

test('a service that never answers cannot be judged', async () => {
  const report = await judge(() => new Promise(() => {}))
  expect(report.verdict).toBe('error')
  expect(exitStatus(report.verdict)).toBe(2)
  expect(report.error).toContain('No answer within')
})

test('a service that refuses connections cannot be judged', async () => {
  const report = await judge(() => Promise.reject(new TypeError('fetch failed')))
  expect(report.verdict).toBe('error')
  expect(report.summary.couldNotRun).toBe(checks.length)
})

test('a body without an end ends within the time limit', async () => {
  const endless = () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          controller.enqueue(new TextEncoder().encode(' '))
        },
      }),
    )
  const report = await judge(endless)
  expect(report.verdict).toBe('error')
})

test('a service that hangs after a while makes a run incomplete', async () => {
  let count = 0
  const report = await judge(() => {
    count += 1
    return count < 6 ? json({ data: [], hasMore: false, nextCursor: null }) : new Promise(() => {})
  })
  expect(report.summary.couldNotRun).toBeGreaterThan(50)
  expect(report.summary.errored).toBe(0)
  expect(['incomplete', 'non-conformant']).toContain(report.verdict)
})

test('a service that answers 500 to everything is non-conformant and breaks ER-5', async () => {
  const report = await judge(() => json({ error: { code: 'internal_error', message: '' } }, { status: 500 }))
  expect(report.verdict).toBe('non-conformant')
  expect(exitStatus(report.verdict)).toBe(1)
  expect(report.checks.flatMap(({ violates }) => violates ?? [])).toContain('ER-5')
  expect(report.summary.errored).toBe(0)
})

for (const [name, body] of [
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '1'],
  ['a list', '[]'],
  ['an odd page', '{"data":[null,1,"x",{}],"hasMore":true,"nextCursor":{}}'],
  ['an odd event', '{"id":{},"type":[],"created":{},"data":null}'],
] as const) {
  test(`a service that answers ${name} to everything is non-conformant, and no check fails itself`, async () => {
    const report = await judge(() => new Response(body, { headers: { 'content-type': 'application/json' } }))
    expect(report.checks.filter(({ status }) => status === 'errored').map(({ message }) => message)).toEqual(
      [],
    )
    expect(report.verdict).toBe('non-conformant')
  })
}

test('redirects are not followed', async () => {
  let followed = false
  const report = await judge((request) => {
    followed ||= request.url.includes('elsewhere')
    return new Response(null, { status: 302, headers: { location: '/v1/elsewhere' } })
  })
  expect(followed).toBe(false)
  expect(report.verdict).toBe('non-conformant')
})

test('a cursor that leads in a circle ends', async () => {
  const event = { id: 'evt_1', type: 'x', created: new Date().toISOString(), data: {} }
  const report = await judge((request) =>
    request.method === 'GET'
      ? json({ data: [event], hasMore: true, nextCursor: 'cur_1' })
      : json(event, { status: 201 }),
  )
  expect(report.verdict).toBe('non-conformant')
})

test('a service that goes on answering 429 makes the run incomplete, and is blamed for nothing', async () => {
  const report = await judge(() => json({ error: {} }, { status: 429, headers: { 'retry-after': '3600' } }))
  expect(report.verdict).toBe('error')
  expect(report.summary.failed).toBe(0)
})

test('keys that the deployment refuses make the run incomplete', async () => {
  const report = await judge(
    () => json({ error: { code: 'unauthorized', message: 'No.' } }, { status: 401 }),
    {
      mode: 'non-disruptive',
    },
  )
  expect(report.verdict).toBe('incomplete')
  expect(exitStatus(report.verdict)).toBe(3)
})

test('no key and no secret stands in a report', async () => {
  const report = await judge(async (request) => {
    const echo = JSON.stringify([...request.headers]) + encodeURIComponent(keys.live)
    return json({ id: 'wh_1', secret: 'whsec_Y2FuYXJ5LWNhbmFyeS1jYW5hcnk=', echo }, { status: 201 })
  })
  const text = JSON.stringify(report)
  expect(text.includes('canary0123456789')).toBe(false)
  expect(text.includes('Y2FuYXJ5LWNhbmFyeS1jYW5hcnk=')).toBe(false)
})

import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { checks, exitStatus, runChecks, type Report, type RunOptions } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { answerInstead, operationOf } from '../support/breakage'
import { madeUp, named } from '../support/judged'
import { serveListener } from '../support/node-server'
import { webhooksOf } from './service'

const keys = { live: 'sk_live_canary0123456789', test: 'sk_test_canary0123456789' }
const options: RunOptions = { mode: 'full', listingTimeout: 100 }
/** Options for services that never answer. One that does may need longer on a busy machine. */
const impatient: RunOptions = { requestTimeout: 60 }

/** Judges a service by the time of this machine, or by a clock that the suite moves, where all waits are over at once. */
function judge(
  answer: (request: Request) => Response | Promise<Response>,
  { clock, ...more }: RunOptions & { clock?: boolean } = {},
): Promise<Report> {
  let time = Date.now()
  const moved = { now: () => time, advance: async (milliseconds: number) => void (time += milliseconds) }
  const target = { baseUrl: 'https://hostile.test', fetch: async (request: Request) => answer(request), keys }
  return runChecks({ ...target, ...(clock && moved) }, checks, { ...options, ...more })
}

async function judgeServer(listener: RequestListener, more?: RunOptions): Promise<Report> {
  const { baseUrl } = await serveListener(listener, { until: onTestFinished })
  return runChecks({ baseUrl, keys }, checks, { ...options, ...more })
}

const json = (value: unknown, init?: ResponseInit) => Response.json(value, init)

test('a service that never answers cannot be judged', async () => {
  const report = await judge(() => new Promise(() => {}), impatient)
  expect(report.verdict).toBe('error')
  expect(exitStatus(report.verdict)).toBe(2)
  expect(report.error).toContain('No answer within')
})

test('a service that refuses connections cannot be judged', async () => {
  const report = await judge(() => Promise.reject(new TypeError('fetch failed')))
  expect(report.verdict).toBe('error')
  expect(report.summary.couldNotRun).toBe(checks.length)
})

test('a body without an end ends within the time limit, and its connection is given up', async () => {
  let [begun, givenUp] = [0, 0]
  const endless = () => {
    begun += 1
    return new Response(
      new ReadableStream({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          controller.enqueue(new TextEncoder().encode(' '))
        },
        cancel: () => void (givenUp += 1),
      }),
    )
  }
  const report = await judge(endless, impatient)
  expect(report.verdict).toBe('error')
  expect(begun).toBeGreaterThan(0)
  expect(givenUp).toBe(begun)
})

test('a service that hangs after a while makes a run incomplete', async () => {
  let count = 0
  const answer = () => {
    count += 1
    return count < 6 ? json({ data: [], hasMore: false, nextCursor: null }) : new Promise<Response>(() => {})
  }
  const report = await judge(answer, { requestTimeout: 1_000 })
  expect(report.summary.couldNotRun).toBeGreaterThan(50)
  expect(report.summary.errored).toBe(0)
  expect(['incomplete', 'non-conformant']).toContain(report.verdict)
})

test('a service that answers 500 to everything is non-conformant and breaks ER-5', async () => {
  const failing = () => json({ error: { code: 'internal_error', message: '' } }, { status: 500 })
  const report = await judge(failing, { clock: true })
  expect(report.verdict).toBe('non-conformant')
  expect(exitStatus(report.verdict)).toBe(1)
  expect(report.checks.flatMap(({ violates }) => violates ?? [])).toContain('ER-5')
  expect(report.summary.errored).toBe(0)
})

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
  const circle = (request: Request) =>
    request.method === 'GET'
      ? json({ data: [event], hasMore: true, nextCursor: 'cur_1' })
      : json(event, { status: 201 })
  const report = await judge(circle, { clock: true })
  expect(report.verdict).toBe('non-conformant')
})

test('a body that drips slowly ends within the time limit', async () => {
  const report = await judgeServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(timer))
  }, impatient)
  expect(report.error).toContain('No answer within 0.06 s.')
  expect(report.summary.failed).toBe(0)
})

test('headers without an end are an end of the connection, not of the suite', async () => {
  const report = await judgeServer(
    (_, response) => void response.writeHead(200, { 'x-huge': 'h'.repeat(200_000) }).end('{}'),
  )
  expect(report.verdict).toBe('error')
  expect(report.error).toMatch(/Headers Overflow|UND_ERR_HEADERS_OVERFLOW/i)
  expect(report.summary.errored).toBe(0)
})

test('a wrong content length makes no check fail itself', async () => {
  const report = await judgeServer(
    (_, response) => void response.writeHead(200, { 'content-length': '999' }).end('{"data":[]}'),
    impatient,
  )
  expect(report.verdict).toBe('error')
  expect(report.summary.errored).toBe(0)
})

test('a check without an end ends however slow the service is, and the next one runs', async () => {
  const check = (times: number, timeLimit: number) =>
    madeUp(
      async (context) => {
        for (let time = 0; time < times; time += 1)
          await context.call('listEvents', { key: context.anyKey() })
      },
      { timeLimit },
    )
  const page = { data: [], hasMore: false, nextCursor: null }
  const fetch = () => new Promise<Response>((resolve) => setTimeout(resolve, 40, json(page)))
  const target = { baseUrl: 'https://slow.test', fetch, keys }
  const report = await runChecks(target, [check(Infinity, 100), check(1, 30_000)], { mode: 'read-only' })
  expect(report.checks.map(({ status, message }) => `${status} ${message}`)).toEqual([
    'could-not-run The check did not end within 0.1 s.',
    'passed ',
  ])
})

test('a run whose time is over ends, names the flag, and still deletes what it made', async () => {
  const target = createTarget()
  let isDripping = false
  const fetch = (request: Request) => {
    if (isDripping && request.method !== 'DELETE') return new Promise<Response>(() => {})
    isDripping = request.url.endsWith('/v1/webhooks') && request.method === 'POST'
    return target.fetch(request)
  }
  const report = await runChecks({ ...target, fetch }, checks, { mode: 'full', timeLimit: 300 })
  const ended = report.checks.filter(({ remedy }) => remedy === '--time-limit')
  expect(ended.length).toBeGreaterThan(50)
  expect(new Set(ended.map(({ status, message }) => `${status} ${message}`))).toEqual(
    new Set(['could-not-run The time of the run was over: its checks may take 0.3 s together.']),
  )
  expect(report.verdict).toBe('incomplete')
  expect(await webhooksOf(target)).toEqual([])
})

test('an interruption ends a run that waits for a rate limit, an answer or its pace', async () => {
  const abort = new AbortController()
  const interruptSoon = () => setTimeout(() => abort.abort(new Error('The run was interrupted.')), 50)
  const limited = () => {
    interruptSoon()
    return json({ error: {} }, { status: 429, headers: { 'retry-after': '50' } })
  }
  const started = performance.now()
  const target = { baseUrl: 'https://hostile.test', fetch: async () => limited(), keys }
  const report = await runChecks(target, checks, { rate: 0.01, signal: abort.signal })
  // Each of the waits would take 50 s or more.
  expect(performance.now() - started).toBeLessThan(40_000)
  expect(report.error).toContain('The run was interrupted.')
})

test('a service that answers some operation by 429 for ever makes the run incomplete, not endless', async () => {
  const busy = answerInstead(({ method }) =>
    method === 'POST'
      ? json({ error: { code: 'busy', message: 'No.' } }, { status: 429, headers: { 'retry-after': '5' } })
      : undefined,
  )
  const report = await runChecks(createTarget({}, busy), checks, { mode: 'full' })
  expect(report.verdict).toBe('incomplete')
  expect(report.summary.failed).toBe(0)
})

test('a service that goes on answering 429 makes the run incomplete, and is blamed for nothing', async () => {
  const limited = () => json({ error: {} }, { status: 429, headers: { 'retry-after': '3600' } })
  const report = await judge(limited, { clock: true })
  expect(report.verdict).toBe('error')
  expect(report.summary.failed).toBe(0)
})

test('keys that the deployment refuses make the run incomplete', async () => {
  const refused = () => json({ error: { code: 'unauthorized', message: 'No.' } }, { status: 401 })
  const report = await judge(refused, { mode: 'non-disruptive' })
  expect(report.verdict).toBe('incomplete')
  expect(exitStatus(report.verdict)).toBe(3)
})

test('no key and no secret stands in a report', async () => {
  const telling = async (request: Request) => {
    const echo = JSON.stringify([...request.headers]) + encodeURIComponent(keys.live)
    return json({ id: 'wh_1', secret: 'whsec_Y2FuYXJ5LWNhbmFyeS1jYW5hcnk=', echo }, { status: 201 })
  }
  const report = await judge(telling, { clock: true })
  const text = JSON.stringify(report)
  expect(text.includes('canary0123456789')).toBe(false)
  expect(text.includes('Y2FuYXJ5LWNhbmFyeS1jYW5hcnk=')).toBe(false)
})

test('a list that shows no new event ends in a verdict, not in a walk without end', async () => {
  // A prime over 60, so that no page size divides the list.
  const event = { type: 'a', created: '2026-11-21T03:00:00Z', data: {} }
  const shown = Array.from({ length: 67 }, (_, index) => ({ ...event, id: `evt_${index}` }))
  const stuck = answerInstead((request) => {
    const url = new URL(request.url)
    if (operationOf(request) !== 'listEvents') return undefined
    const from = Number(url.searchParams.get('cursor')?.slice(4) ?? 0)
    const to = from + Number(url.searchParams.get('limit') ?? 20)
    const hasMore = to < shown.length
    return json({ data: shown.slice(from, to), hasMore, nextCursor: hasMore ? `cur_${to}` : null })
  })
  const report = await runChecks(createTarget({}, stuck), named('has-more-at-the-end'), options)
  expect(report.checks[0]?.status).toBe('failed')
})

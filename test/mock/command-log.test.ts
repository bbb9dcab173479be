import { paintFor } from '../../src/core/commands/paint'
import { expect, test } from 'vitest'
import { entryJson } from '../../mock/command/entry-json'
import { entryLine } from '../../mock/command/entry-line'
import { createLog, type LogOptions } from '../../mock/command/log'
import { visible } from '../../src/core/visible'
import { createBackend, createClock, type BackendOptions, type JournalEntry } from '../../mock/index'
import { eventually } from '../support/eventually'

const plain = paintFor({ isTTY: false }, {})
const noon = Date.parse('2026-01-02T12:00:00Z')

/** A log into a list of lines. */
function logged(options: Partial<LogOptions> = {}) {
  const lines: string[] = []
  const output = { write: (line: string) => void lines.push(line), takeMissed: () => 0 }
  return {
    lines,
    log: createLog(output, { form: 'text', quiet: false, successes: true, paint: plain, ...options }),
  }
}

/** The entries that a backend makes of some requests, on a clock that stands still. */
async function entriesOf(
  requests: readonly (readonly [path: string, init?: RequestInit])[],
  options: BackendOptions = {},
) {
  const entries: JournalEntry[] = []
  const clock = createClock({ now: noon })
  const backend = createBackend({ clock, ...options, onEntry: (entry) => entries.push(entry) })
  for (const [path, init] of requests)
    await backend.fetch(new Request(`http://127.0.0.1:4010${path}`, init)).catch(() => {})
  await backend.waitForIdle()
  await eventually(() =>
    expect(entries.filter(({ kind }) => kind === 'request')).toHaveLength(requests.length),
  )
  await backend.close()
  return entries
}

/** A request that creates an event. */
function creation(type = 'order.paid', headers: Record<string, string> = {}) {
  const body = JSON.stringify({ type, data: {} })
  const own = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  return ['/v1/events', { method: 'POST', headers: { ...own, ...headers }, body }] as const
}

const hook = { id: 'wh_1', url: 'https://shop.example/hooks', events: ['*'] }
const seed = { webhooks: [hook] }
const answering = (status: number) => async () => new Response(null, { status })
const lineOf = (entry: JournalEntry) => entryLine(entry, null, plain)
const named = (style: string, text: string) => `<${style}>${text}`

test.each([
  [399, 'green'],
  [400, 'yellow'],
  [499, 'yellow'],
  [500, 'red'],
])('the status %i of a request is %s', async (status, colour) => {
  const [entry] = await entriesOf([creation()])
  expect(entryLine({ ...entry, status } as JournalEntry, null, named)).toContain(` <${colour}>${status} `)
})

test.each([
  [204, 'green'],
  [503, 'yellow'],
  [410, 'red'],
])('the answer %i to a delivery is %s', async (status, colour) => {
  const entries = await entriesOf([creation()], { seed, fetch: answering(status) })
  const delivery = entries.find(({ kind }) => kind === 'delivery')
  expect(entryLine(delivery!, null, named)).toContain(`attempt 1: <${colour}>${status}`)
})

test('a request is a line with its method, path, status and duration', async () => {
  const [entry] = await entriesOf([creation()])
  expect(lineOf(entry!)).toBe('12:00:00Z POST /v1/events 201 (0 ms)')
})

test('a refused request says what was refused, and why', async () => {
  const [unauthorized, invalid] = await entriesOf([['/v1/events?limit=1'], creation('')])
  expect(lineOf(unauthorized!)).toMatch(/^12:00:00Z GET \/v1\/events\?limit=1 401 unauthorized: .+ \(0 ms\)$/)
  expect(lineOf(invalid!)).toMatch(/^12:00:00Z POST \/v1\/events 400 invalid_request \(type\): .+ \(0 ms\)$/)
})

test('a delivery is a line with its type, webhook, receiver, attempt and answer', async () => {
  const entries = await entriesOf([creation()], { seed, fetch: answering(204) })
  expect(lineOf(entries[1]!)).toBe(
    '12:00:00Z delivery of order.paid to wh_1 at https://shop.example/hooks, attempt 1: 204 (0 ms)',
  )
})

test('a delivery that failed says when it is tried again, and one that is given up says so', async () => {
  const failed = await entriesOf([creation()], { seed, fetch: answering(503) })
  expect(lineOf(failed[1]!)).toMatch(/attempt 1: 503, again at 12:00:0\dZ \(0 ms\)$/)
  const gone = await entriesOf([creation()], { seed, fetch: answering(410) })
  const last = gone.find(({ kind }) => kind === 'delivery')
  expect(lineOf(last!)).toContain('attempt 1: 410, given up')
})

test('the time of the next attempt has its date where that is another day', async () => {
  const [, entry] = await entriesOf([creation()], { seed, fetch: answering(503) })
  expect(entryLine({ ...entry, next: '2026-01-03T00:00:01.000Z' } as JournalEntry, null, plain)).toContain(
    'again at 2026-01-03 00:00:01Z',
  )
})

test('a line names its session', async () => {
  const [entry] = await entriesOf([creation()])
  expect(entryLine(entry!, 'worker-1', plain)).toContain('12:00:00Z [worker-1] POST')
})

test('a notice is a line with its code', () => {
  const at = new Date(noon).toISOString()
  const notice = {
    kind: 'notice',
    number: 1,
    at,
    code: 'session-evicted',
    message: 'a was dropped.',
  } as const
  expect(lineOf(notice)).toBe('12:00:00Z session-evicted: a was dropped.')
})

test.each(['\u001b[2J', '\n12:00:00Z POST /v1/events 201', '\u009b31m', '\u202e', '\u2028'])(
  'an event type that holds %j stays on its line',
  async (type) => {
    const entries = await entriesOf([creation(type)], { seed, fetch: answering(204) })
    const lines = entries.map(lineOf).join('')
    expect(lines).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(lines).toContain(visible(type.charAt(0)))
  },
)

test('the JSON form has a line for each entry, with the fields that the README lists', async () => {
  const entries = await entriesOf([['/v1/events'], creation()], { seed, fetch: answering(503) })
  const [refused, created, delivery] = entries.map((entry) => entryJson(entry, null))
  const at = '2026-01-02T12:00:00.000Z'
  expect(refused).toMatchObject({
    ...{ kind: 'request', level: 'info', at, number: 1, method: 'GET', path: '/v1/events', status: 401 },
    refusal: { code: 'unauthorized', message: expect.any(String) as string },
  })
  expect(created).toMatchObject({ operation: 'createEvent', mode: 'live', status: 201, duration: 0 })
  expect(delivery).toMatchObject({
    ...{ kind: 'delivery', type: 'order.paid', webhook: 'wh_1', url: hook.url, attempt: 1, status: 503 },
    ...{ outcome: 'failed', next: expect.stringMatching(/^2026-01-02T12:00:0/) as string },
  })
})

test.each(['text', 'json'] as const)('a quiet log in %s keeps warnings and errors alone', async (form) => {
  const requests = [creation(), creation()]
  const fine = await entriesOf(requests, { seed, fetch: answering(204) })
  const { lines, log } = logged({ form, quiet: true })
  for (const entry of fine) log.entry(entry, null)
  log.logger.info('in passing')
  log.end()
  expect(lines).toEqual([])
  expect(fine.filter(log.wants)).toEqual([])
  const [, lost] = await entriesOf([creation()], { seed, fetch: answering(410) })
  expect(log.wants(lost!)).toBe(true)
  log.entry(lost!, null)
  log.logger.error('It broke.', new Error('reason'))
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('It broke. Error: reason')
})

test.each([true, false])(
  'with successes: %s, what failed and what the mock says have lines, and all of it counts',
  async (successes) => {
    const gone = await entriesOf([creation(), creation(), ['/v1/events']], {
      seed,
      dialect: { goneDisables: true },
      fetch: answering(410),
    })
    const fine = await entriesOf([creation()], { seed, fetch: answering(204) })
    const { lines, log } = logged({ successes })
    for (const entry of [...gone, ...fine]) if (log.wants(entry)) log.entry(entry, null)
    const told = lines.join('\n')
    expect(told).toContain('GET /v1/events 401')
    expect(told).toContain('attempt 1: 410, given up')
    expect(told).toContain('was disabled')
    expect(told.includes('POST /v1/events 201')).toBe(successes)
    expect(told.includes('attempt 1: 204')).toBe(successes)
    log.end()
    expect(lines.at(-1)).toMatch(
      /^Stopped after 4 requests \(1 refused\) and [23] attempts to deliver \([12] without success\)\.$/,
    )
  },
)

test('the last line says how many requests and attempts to deliver there were', async () => {
  const { lines, log } = logged()
  for (const entry of await entriesOf([['/v1/events'], creation()], { seed, fetch: answering(503) }))
    if (log.wants(entry)) log.entry(entry, null)
  log.end()
  expect(lines.at(-1)).toBe(
    'Stopped after 2 requests (1 refused) and 1 attempt to deliver (1 without success).',
  )
})

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{ isTTY: false }, {}, false],
])('a stream %j in the environment %j gets colours: %j', (surface, environment, isColoured) => {
  expect(paintFor(surface, environment)('red', '503') !== '503').toBe(isColoured)
})

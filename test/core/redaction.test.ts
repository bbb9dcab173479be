import { spawn } from 'node:child_process'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { runChecks, Violation, type Report } from '@event-delivery/conformance'
import { EventDelivery } from '@event-delivery/sdk'
import { refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import type { JournalEntry } from '@event-delivery/mock'
import { entryLine } from '../../mock/command/entry-line'
import { paintFor } from '../../src/core/commands/paint'
import { Redactor } from '../../src/core/redaction'
import { anyLetter } from '../support/any-letter'
import { createHarness, createTarget } from '../support/backend'
import { hasCurl } from '../support/curl'
import { madeUp, named } from '../support/judged'
import { serveFetch } from '../support/node-server'
import { receiveBytes } from '../support/raw-receiver'

const base64 = (key: string) => Buffer.from(key).toString('base64').replace(/=+$/, '')
const percent = (key: string) => key.replace(/[^\w.-]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)

/** The forms of a key that SDK, mock and suite hide alike. */
const forms: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'in JSON': (key) => JSON.stringify(key).slice(1, -1),
  'in JSON whose slashes are escaped': (key) => JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON that escapes what is special': (key) =>
    key.replace(/\W/g, (one) => `\\u00${one.charCodeAt(0).toString(16).toUpperCase()}`),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in small letters': percent,
  'in base64': base64,
  'in base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
}

const keys = {
  'in the usual letters': 'sk_live_9fQ2mZx7Kd0VbT4hLw8RcY3e',
  'of odd signs': 'sk_live_a+b/c="d\\e9&,f?>~',
  'without a prefix': 'tok/+en-4711&more%41>>??',
}

const rows = Object.entries(forms).flatMap(([form, write]) =>
  Object.entries(keys).map(([kind, key]) => [kind, form, key, write(key)] as const),
)

/** Every text that a value holds, as it is: no further encoding hides a key from the test. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if (value instanceof Headers) return [...value].flat()
  const own = Object.getOwnPropertyNames(value).map((name) => (value as Record<string, unknown>)[name])
  return [...Object.keys(value), ...own.flatMap((one) => textsIn(one, seen))]
}

const echoed = (texts: readonly string[], written: string) => texts.filter((text) => text.includes(written))

test.each(rows)('SDK: a key %s, %s, is in no error, log line or hook', async (_, form, apiKey, written) => {
  const seen: unknown[] = []
  const keep = (...values: unknown[]) => void seen.push(...values)
  const client = new EventDelivery({
    apiKey,
    baseUrl: 'https://api.events.example',
    maxRetries: 0,
    fetch: scriptedFetch((request, signal) =>
      refuse(400, 'x', `No such key: ${written}`, written)(request, signal),
    ),
    logger: { level: 'debug', debug: keep, info: keep, warn: keep, error: keep },
    hooks: { start: keep, request: keep, response: keep, end: keep },
  })
  await client.events.create({ type: 'a', data: {} }).catch(keep)
  const texts = textsIn(seen)
  expect(echoed(texts, written)).toEqual([])
  expect(echoed(texts, '[redacted]').length, form).toBeGreaterThan(2)
})

test.each(rows)('mock: a key %s, %s, is in no entry of the journal and no log line', async (...row) => {
  const [, , key, written] = row
  const isKey = key.startsWith('sk_')
  const harness = createHarness(isKey ? { keys: [{ key }] } : { controlToken: key })
  const sender = isKey ? key : 'sk_live_mock'
  const path = `/v1/events?cursor=${/[\\"#& <>]/.test(written) ? '' : written}`
  await harness.call('GET', path, { key: sender, headers: { 'x-echo': written } })
  await harness.call('POST', '/v1/events', { key: sender, text: `{"type":"${written}"` })
  const { json } = await harness.control<{ data: JournalEntry[] }>('GET /journal', undefined, { key })
  const entries = json.data
  const lines = entries.map((entry) => entryLine(entry, null, paintFor({ isTTY: false }, {})))
  const texts = [...textsIn(entries), ...lines]
  expect(echoed(texts, written)).toEqual([])
  expect(echoed(texts, '...').length).toBeGreaterThan(1)
})

test.each(rows)('suite: a key %s, %s, is in no report and no curl line', async (...row) => {
  const [, , key, written] = row
  const target = createTarget()
  const echo = madeUp(async (context) => {
    await context.call('listEvents', { key: context.eventKey(), path: {}, query: { cursor: written } })
    throw new Violation('PG-1', `No such key: ${written}`, { received: written })
  })
  const fetch: typeof target.fetch = async (request) => {
    const headers = { authorization: 'Bearer sk_live_mock' }
    const { status } = await target.fetch(new Request(request, { headers }))
    return new Response(`{"echo":"${written}"}`, { status, headers: { 'x-echo': written } })
  }
  const report = await runChecks({ ...target, fetch, keys: { live: key } }, [echo], { mode: 'full' })
  const texts = textsIn(report)
  expect(echoed(texts, written)).toEqual([])
  expect(echoed(texts, 'Bearer $EVENT_DELIVERY_LIVE_KEY').length).toBeGreaterThan(0)
  expect(echoed(texts, 'No such key: $EVENT_DELIVERY_LIVE_KEY').length).toBeGreaterThan(0)
})

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const letters = (length: number) =>
  fc.string({ unit: fc.constantFrom(...alphanumeric), minLength: length, maxLength: length })

/** The `Authorization` that a shown command sends when a shell runs it. */
async function sentBy(command: string, baseUrl: string, env: Record<string, string>): Promise<string> {
  const receiver = await receiveBytes((heard) => heard.includes('\r\n\r\n'), onTestFinished)
  const here = command.replaceAll(baseUrl, `http://127.0.0.1:${receiver.port}`)
  await new Promise((done) =>
    spawn('sh', ['-c', here], { env: { ...process.env, ...env } }).on('close', done),
  )
  return /^authorization: *(.*)$/im.exec(receiver.received[0] ?? '')?.[1]?.trim() ?? ''
}

test.skipIf(!hasCurl)('the curl lines of a report send the keys that the suite sent', async () => {
  const [live = '', other = ''] = fc.sample(letters(24), { numRuns: 2, seed: 7 })
  const known = { live: `sk_live_${live}`, test: `sk_test_${other}` }
  const target = createTarget({ keys: [{ key: known.live }, { key: known.test }] })
  const server = await serveFetch(target.fetch, { until: onTestFinished })
  const sent: string[] = []
  const watching: typeof target.fetch = (request) => {
    sent.push(request.headers.get('authorization') ?? '')
    return target.fetch(request)
  }
  const ids = ['nearly-valid-key-is-refused', 'key-is-compared-exactly', 'list-envelope']
  const shows = madeUp(async (context) => {
    for (const key of context.usableKeys()) await context.call('listEvents', { key, query: { limit: 1 } })
    throw new Violation('PG-1', 'odd')
  })
  const report: Report = await runChecks(
    { ...target, fetch: watching, baseUrl: server.baseUrl, keys: known },
    [...named(...ids), shows],
  )
  const last = report.checks.at(-1)
  const commands = textsIn(last?.evidence).filter((text) => text.startsWith('curl'))
  const env = { EVENT_DELIVERY_LIVE_KEY: known.live, EVENT_DELIVERY_TEST_KEY: known.test }
  expect(commands).toHaveLength(2)
  expect(await Promise.all(commands.map((command) => sentBy(command, server.baseUrl, env)))).toEqual(
    sent.slice(-2),
  )
})

test('of several secrets in one place the longest is named, and the first of those that are alike', () => {
  const redactor = new Redactor((_, prefix) => `<${prefix}>`)
  redactor.add('sk_live_4eC39HqLyjWDarjtT1zdp7dc', '<key>')
  redactor.add('sk_live_4eC39HqLyjWDarjtT1zdp7d', '<near>')
  redactor.add('sk_live_4eC39HqLyjWDarjtT1zdp7dc0', '<nearer>')
  redactor.add('4eC39HqLyjWDarjtT1zdp7dc', '<end>')
  const shown = redactor.redact(
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc, sk_live_4eC39HqLyjWDarjtT1zdp7d sk_live_4eC39HqLyjWDarjtT1zdp7dc0 sk_live_other',
  )
  expect(shown).toBe('<key>, <near> <nearer> <sk_live_>')
})

test('what surrounds a secret stays, and so does what only looks like one', () => {
  const redactor = new Redactor(() => '<key>')
  redactor.add('whsec_$&$1', '$&<secret>')
  redactor.add('short', '<secret>')
  expect(redactor.redact('a\\n50% "whsec_$&$1" whsec_a%2Bb. sk_live_ whsec_ short %7')).toBe(
    'a\\n50% "$&<secret>" <key>. sk_live_ whsec_ short %7',
  )
})

test('texts without a secret stay as they are', () => {
  const redactor = new Redactor(() => '<key>')
  redactor.add('sk_live_4eC39HqLyjWDarjtT1zdp7dc', '<key>')
  const texts = fc.oneof(fc.string({ unit: anyLetter, maxLength: 300 }), fc.json(), fc.base64String())
  fc.assert(fc.property(texts, (text) => void expect(redactor.redact(text)).toBe(text)))
})

test('the latest secrets are kept', () => {
  const redactor = new Redactor(undefined, 2)
  for (const name of ['one', 'two']) redactor.add(`token-number-${name}`, `<${name}>`)
  const text = 'token-number-one token-number-two token-number-three'
  expect(redactor.redact(text)).toBe('<one> <two> token-number-three')
  redactor.add('token-number-three', '<three>')
  expect(redactor.redact(text)).toBe('token-number-one <two> <three>')
})

test('the time for a text does not grow with the number of secrets', () => {
  const text = JSON.stringify({ data: Array.from({ length: 1_000 }, (_, n) => `evt_${n} sk_live_mock`) })
  const timeWith = (count: number) => {
    const redactor = new Redactor()
    for (let n = 0; n < count; n++) redactor.add(`sk_live_${`${n}`.padStart(24, 'x')}`, '<key>')
    redactor.redact('the first text')
    const times = Array.from({ length: 5 }, () => {
      const begin = performance.now()
      redactor.redact(text)
      return performance.now() - begin
    })
    return Math.min(...times)
  }
  // A walk over all of them would take 1,000 times as long.
  expect(timeWith(10_000) / timeWith(10)).toBeLessThan(200)
})

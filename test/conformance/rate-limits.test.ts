import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { findings, named, ofRules } from '../support/judged'
import { Pacer } from '../contract/wire/time'
import { readRetryAfter } from '../contract/wire/retry-after'

const date = 'Sun, 22 Nov 2026 01:00:00 GMT'
const read = (value: string) =>
  readRetryAfter(new Headers({ 'retry-after': value, date }), Date.parse('2026-11-22T09:00:00Z'))

test.each([
  ['0', 'seconds', 0],
  ['7', 'seconds', 7_000],
  ['0.350', 'fractional-seconds', 350],
  ['1.5', 'fractional-seconds', 1_500],
  ['0,5', 'fractional-seconds', 500],
  ['.5', 'fractional-seconds', 500],
  ['Sun, 22 Nov 2026 01:00:03 GMT', 'http-date', 3_000],
  ['Sun, 22 Nov 2026 00:59:00 GMT', 'http-date', 0],
  ['2026-11-22T01:00:02Z', 'other', 2_000],
  ['Sun Nov 22 01:00:02 2026 GMT', 'other', 2_000],
  ['1795309202', 'other', 2_000],
  ['1795309202000', 'other', 2_000],
  ['350ms', 'other', 350],
  ['2s', 'other', 2_000],
  ['2 seconds', 'other', 2_000],
  ['PT3S', 'other', 3_000],
  ['-1', 'other', 1_000],
  ['in about 5', 'other', 1_000],
])('Retry-After: %s is read as %s', (value, format, milliseconds) => {
  expect(read(value)).toEqual({ format, milliseconds })
})

test('a Retry-After without a digit says no time', () => {
  expect(read('soon')).toBeUndefined()
  expect(readRetryAfter(new Headers(), 0)).toBeUndefined()
})

test('no Retry-After leads to a wait that is no number or goes backwards', () => {
  const values = fc.string({ unit: fc.constantFrom(...'0123456789 .,:-+eETPZSsmMGn') })
  fc.assert(
    fc.property(values, (value) => {
      const { milliseconds = 0 } = read(value) ?? {}
      expect(milliseconds).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 1_000 },
  )
})

test('a rate limit that says when it ends in fractions of a second, or by a date, is waited out', async () => {
  const { fetch, now, ...target } = createTarget()
  const inSeconds = (seconds: number) => new Date(now() + seconds * 1_000).toUTCString()
  let count = 0
  const busy = async (request: Request) => {
    count += 1
    if (count % 5 > 0) return fetch(request)
    const ends = ['0.350', '350ms', inSeconds(2)]
    const headers = { 'retry-after': ends[(count / 5) % 3]!, date: inSeconds(0) }
    return Response.json({ error: { code: 'rate_limited', message: 'Slow down.' } }, { status: 429, headers })
  }
  const some = ofRules(/^(PG-1|EV-3|LM-1)$/)
  const report = await runChecks({ ...target, now, fetch: busy }, some, { mode: 'full' })
  expect(report.summary).toMatchObject({ failed: 0, couldNotRun: 0 })
  expect(report.checks.find(({ id }) => id === 'every-429-has-retry-after')?.status).toBe('passed')
})

test('a key that ends while the run waits for the rate limit did not end too early', async () => {
  const { fetch, now, ...target } = createTarget()
  const begun = now()
  let limits = 0
  const limited = (request: Request) => {
    // The first request within the last minutes of the key has to wait until it ends.
    if (limits >= 2 || now() - begun < 55 * 60_000) return fetch(request)
    limits += 1
    return Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '30' } }))
  }
  const own = named('key-ends-at-its-time')
  const { checks: results } = await runChecks({ ...target, now, fetch: limited }, own, { mode: 'full' })
  expect(limits).toBe(2)
  expect(results.find(({ id }) => id === 'key-ends-at-its-time')?.status).toBe('passed')
})

/** Judges the rate of a plan from a machine that is busy: of its waits only each fifteenth ends, and then all of them at once. */
async function judgeBusily(permitted: number) {
  const { advance, ...target } = createTarget({ plan: `enterprise:${permitted}` })
  let [waits, owed] = [0, 0]
  const late = async (milliseconds: number) => {
    waits += 1
    owed += milliseconds
    if (waits % 15 !== 0) return
    await advance(owed)
    owed = 0
  }
  const only = named('plan-rate-is-permitted')
  return runChecks({ ...target, advance: late }, only, { mode: 'full', plan: 10 })
}

test('a plan is not blamed for a 429 that came because this machine sent too many requests at once', async () => {
  expect(findings(await judgeBusily(10))).toEqual([expect.stringContaining('sent its requests too unevenly')])
})

test('a plan that permits more than its rate passes from a busy machine, too', async () => {
  expect((await judgeBusily(20)).checks).toMatchObject([{ status: 'passed' }])
})

test('requests that are reserved together wait for the time of all of them', async () => {
  const pacer = new Pacer(1_000)
  await pacer.reserve(20, new AbortController().signal)
  expect(pacer.waited).toBeGreaterThan(15)
})

import { checks, runChecks, type Mode } from '@event-delivery/conformance'
import { expect, test } from 'vitest'
import { createTarget } from '../../support/backend'
import { describeChoices, plain } from './choices'
import { errorResponse } from '../../support/breakage'
import { expectNoAlarm } from './judge'
import { findings, named, ofRules, outcomes } from '../../support/judged'
import { legalService } from './service'
import type { Choices } from './dimensions'
import { sized } from '../../support/tier'

/** Choices, the mode that shows them, and the check that meets them, or the rules whose checks do. */
type Row = readonly [mode: Mode, by: RegExp | string, choices: Partial<Choices>]

/** Choices that none of the services has which legal.sized.more.ts makes in this tier. */
const rare: readonly Row[] = [
  ['non-disruptive', /^(EV|PG)-/, { retention: 200 }],
  ['full', /^(EV|DL)-/, { deploy: '2000', firstAccident: 71 }],
  ['full', /^(AU|EV)-/, { deploy: '2000', firstAccident: 47, plainHttp: 502 }],
  ['full', /^(EV|DL)-/, { deploy: '10000', firstAccident: 113 }],
  ['full', /^(EV|DL)-/, { deploy: '5000-retry-after-2', firstAccident: 149 }],
  ['full', /^(EV|DL)-/, { deploy: '10000-retry-after-10', firstAccident: 47 }],
]

/** Legal services that the suite once blamed, or could not judge, by the choices that led to it. */
const formerAlarms: readonly Row[] = [
  [
    'non-disruptive',
    /^PG-/,
    { otherEvents: 230, cursors: 'of-one-use', badCursor: 'empty-page', order: 'by-id' },
  ],
  [
    'non-disruptive',
    /^PG-/,
    {
      ...{ cursors: 'of-one-use', badCursor: 'first-page', order: 'by-id', ids: 'ulid' },
      ...{ listLate: 1_000, fullPages: 'some-short', gateway: '503-after' },
    },
  ],
  // The rate limit says to the millisecond when one more request is taken.
  ['non-disruptive', /^(LM|EV-1$)/, { rateLimit: 'bucket-10', retryAfter: 'fraction', answerLate: 50 }],
  [
    'full',
    'delivery-is-signed',
    {
      ...{ signature: 'in-body', envelope: 'event-created', deliveryEncoding: 'deflate' },
      ...{ signedBytes: 'decoded', besideSignature: 'fingerprint' },
    },
  ],
  // The headers name the type only where it is plain.
  ['full', /^DL-2$/, { envelope: 'id-and-type-in-headers' }],
  // The event is in the body where it is too long for a header.
  ['full', /^DL-2$/, { envelope: 'event-in-header' }],
  ['full', /^DL-2$/, { envelope: 'event-in-query' }],
  // The URL is signed together with the query that the service added.
  ['full', 'delivery-is-signed', { envelope: 'query', signature: 'url-hmac' }],
  // What is signed is written as others write a signature of time and body.
  ['full', 'delivery-is-signed', { signature: 'parts-hmac' }],
]

for (const row of [...rare, ...formerAlarms]) {
  const [mode, some, choices] = row
  const few = typeof some === 'string' ? named(some) : ofRules(some)
  // All checks judge a service that one of them once blamed: the mend of that one may have moved the alarm to another.
  const by = formerAlarms.includes(row) ? checks : sized({ more: few, soak: checks })
  test(`a legal service is not blamed in mode ${mode} for ${describeChoices({ ...plain, ...choices })}`, () =>
    expectNoAlarm({ ...plain, ...choices }, mode, by))
}

test('what a service refuses for its size is told, and a refusal of a small payload for what it holds is no choice', async () => {
  const { target } = legalService({ payloadLimit: 1_024 })
  const only = named('nasty-payloads-come-back')
  const limited = await runChecks(target, only)
  expect(limited.checks[0]?.message).toMatch(/^Refused, which is open: .*over-8-kilobytes/)
  const { fetch, ...other } = createTarget()
  const choosy = async (request: Request) =>
    (await request.clone().text()).includes('"nulls-in-a-list"') ? errorResponse(400) : fetch(request)
  expect(outcomes(await runChecks({ ...other, fetch: choosy }, only))).toEqual([['failed', ['EV-10']]])
})

test('an event that is listed later than the run waits is late, and not lost', async () => {
  const { target } = legalService({ listLate: 1_000 })
  const report = await runChecks(target, ofRules(/^PG-8$/), { samples: 5, listingTimeout: 300 })
  expect(findings(report, 'failed', 'warned', 'errored')).toEqual([])
  const first = report.checks.find(({ status }) => status === 'could-not-run')
  expect(first?.remedy).toMatch(/^--listing-timeout \d+$/)
})

test('a list that was late before is asked for less often', async () => {
  const { target } = legalService({ listLate: 5_000 })
  let asked = 0
  const fetch = (request: Request) => {
    if (request.method === 'GET') asked += 1
    return target.fetch!(request)
  }
  const report = await runChecks({ ...target, fetch }, ofRules(/^PG-8$/), { samples: 5, seed: 1 })
  expect(findings(report)).toEqual([])
  // To begin anew with short waits each time took 140 requests.
  expect(asked).toBeLessThan(120)
})

test('a list is not blamed whose newest events take the place of those of a check on the way', async () => {
  const service = legalService({ ...plain, order: 'newest-first', otherEvents: 230, retention: 200 })
  let isListed = false
  let othersHaveCome = false
  const fetch = async (request: Request) => {
    const { searchParams, origin } = new URL(request.url)
    const limit = request.method === 'GET' ? searchParams.get('limit') : null
    if (limit === '100') isListed = true
    if (limit === '1' && isListed && !othersHaveCome) {
      othersHaveCome = true
      const authorization = request.headers.get('authorization')!
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify({ type: 'others', data: {} })
      for (let count = 0; count < 200; count += 1) {
        const creation = new Request(`${origin}/v1/events`, { method: 'POST', headers, body })
        expect((await service.fetch(creation)).status).toBe(201)
      }
    }
    return service.fetch(request)
  }
  const only = named('has-more-on-the-way')
  const report = await runChecks({ ...service.target, fetch }, only, { mode: 'non-disruptive', seed: 1 })
  expect(othersHaveCome).toBe(true)
  expect(report.checks).toMatchObject([{ status: 'could-not-run' }])
  expect(report.checks[0]?.message).toMatch(/^The list keeps its newest 200 events/)
})
